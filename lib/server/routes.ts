import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { clientTypesSource, manifestSource, publicPath, type RouteModule } from "@/lib/server/route-map";

/*
 * `npm run routes` writes what follows from the route files: the list of routes and the types of the interface's client.
 * With `check` it writes nothing and exits with 1 when a file is not what it would write.
 */

const ROOT = path.resolve(import.meta.dirname, "../..");
const API = path.join(ROOT, "app/api/v1");
const LIB = path.join(ROOT, "lib");
const MANIFEST = "app/api/v1/openapi.json/routes.ts";
const CLIENT_TYPES = "lib/ui/api/routes.d.ts";
/** The reference is made from the list, so it can't stand in it. */
const REFERENCE = "/openapi.json";

function filesNamed(folder: string, ...names: string[]): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.filter((file) => names.includes(path.basename(file))).sort();
}

async function schemaNames() {
  const names = new Map<z.ZodType, { file: string; name: string }>();
  for (const file of filesNamed(LIB, "schema.ts", "fields.ts", "paging.ts")) {
    const module: Record<string, unknown> = await import(path.join(LIB, file));
    for (const [name, value] of Object.entries(module)) {
      if (value instanceof z.ZodType && !names.has(value)) {
        names.set(value, { file: file.split(path.sep).join("/").replace(/\.ts$/, ""), name });
      }
    }
  }
  return names;
}

/** The files that are generated and what should stand in them. */
async function generated(): Promise<Record<string, string>> {
  const files = filesNamed(API, "route.ts").filter((file) => publicPath(file) !== REFERENCE);
  const modules = await Promise.all(
    files.map(
      async (file): Promise<[string, RouteModule]> => [publicPath(file), await import(path.join(API, file))],
    ),
  );
  return {
    [MANIFEST]: manifestSource(files),
    [CLIENT_TYPES]: clientTypesSource(Object.fromEntries(modules), await schemaNames()),
  };
}

async function main(verb: string | undefined): Promise<number> {
  const stale: string[] = [];
  for (const [file, source] of Object.entries(await generated())) {
    const at = path.join(ROOT, file);
    if ((await readFile(at, "utf8").catch(() => null)) === source) continue;
    stale.push(file);
    if (verb !== "check") await writeFile(at, source);
  }
  if (stale.length === 0) return 0;
  const files = stale.join(" and ");
  if (verb !== "check") {
    console.log(`Wrote ${files}.`);
    return 0;
  }
  console.error(`Out of date: ${files}. Run \`npm run routes\` and commit the result.`);
  return 1;
}

process.exit(await main(process.argv[2]));
