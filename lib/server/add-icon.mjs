import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/*
 * npm run icon -- arrow-left star-filled
 *
 * Takes icons from Tabler's (https://tabler.io/icons, their licence stands beside them) into `lib/ui/icons`, a file each.
 * Their package for React has 18,000 files with what it depends on, and every installation would unpack them for the 147
 * that are shown. The folder's `package.json` tells the builder that a page takes those alone which it shows.
 */

const FROM = "@tabler/icons@3.51.0";
const FOLDER = path.join("lib", "ui", "icons");

const run = promisify(execFile);

const pascal = (name) => name.replace(/(?:^|-)([a-z0-9])/g, (_, first) => first.toUpperCase());

const names = process.argv.slice(2);
if (names.length === 0) {
  console.error(
    "Name the icons to add, as on https://tabler.io/icons: npm run icon -- arrow-left star-filled",
  );
  process.exit(64);
}

const folder = await mkdtemp(path.join(tmpdir(), "icons-"));
try {
  const { stdout } = await run("npm", ["pack", FROM, "--silent", "--pack-destination", folder]);
  const archive = path.join(folder, stdout.trim());
  for (const name of names) {
    const style = name.endsWith("-filled") ? "filled" : "outline";
    const file = `package/icons/${style}/${name.replace(/-filled$/, "")}.svg`;
    const svg = await run("tar", ["-xzOf", archive, file]).then(
      (found) => found.stdout,
      () => null,
    );
    if (svg === null) {
      console.error(`There is no icon called ${name}: look for its name on https://tabler.io/icons.`);
      process.exitCode = 64;
      continue;
    }
    const shapes = [...svg.matchAll(/<path(?! stroke="none")[^>]*? d="([^"]+)"/g)].map(([, shape]) =>
      JSON.stringify(shape),
    );
    const code = `import { ${style} } from "@/lib/ui/icons/icon";\n\nexport const Icon${pascal(name)} = ${style}(${shapes.join(", ")});\n`;
    await writeFile(path.join(FOLDER, `${name}.ts`), code);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

const NO_ICONS = ["icon.ts", "index.ts"];
const icons = (await readdir(FOLDER))
  .filter((file) => file.endsWith(".ts") && !NO_ICONS.includes(file))
  .sort();
const lines = icons.map((file) => {
  const name = path.basename(file, ".ts");
  return `export { Icon${pascal(name)} } from "@/lib/ui/icons/${name}";\n`;
});
await writeFile(
  path.join(FOLDER, "index.ts"),
  `export type { Icon } from "@/lib/ui/icons/icon";\n${lines.join("")}`,
);
await run("npx", ["biome", "check", "--write", FOLDER]);
