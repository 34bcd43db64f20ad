import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const LINES_MAX = 400;
/** Made anew by a command, and read by nobody. */
const GENERATED = ["lib/platform/prisma/", "lib/ui/api/routes.d.ts", "app/api/v1/openapi.json/routes.ts"];

const sources = ["app", "lib"].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((file) => /\.(ts|tsx|mjs|css)$/.test(file) && !GENERATED.some((made) => file.startsWith(made)))
    .map((file) => ({ file, lines: readFileSync(path.join(ROOT, file), "utf8").trimEnd().split("\n") })),
);

describe("source files", () => {
  it(`are at most ${LINES_MAX} lines long, or say at the top why they are longer`, () => {
    expect(sources.length).toBeGreaterThan(1_000);
    const long = sources.filter(({ lines }) => lines.length > LINES_MAX);
    const silent = long.filter(
      ({ lines }) => !lines.slice(0, 10).join("\n").includes("Longer than 400 lines:"),
    );
    expect(silent.map(({ file, lines }) => `${file}: ${lines.length}`)).toEqual([]);
  });
});
