import { readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "@/tests/e2e/fixtures";

/** 300 are promised; what comes near is to be noticed before. */
const FIRST_LOAD_KB_MAX = 275;
const CONSOLE = "app/(console)";

/** Every page of the console as an address. Whom it is about does not matter: its scripts are the same for all. */
const PATHS = readdirSync(CONSOLE, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("page.tsx"))
  .map((file) => `/${file.replace(/\/?page\.tsx$/, "").replace(/\[\w+\]/g, "any")}`);

// What is loaded only once it is needed (dialogs, menus, plots) does not hold up the first sight of a page.
test("no page of the console loads more than 275 KB of compressed JavaScript before it works", async ({
  request,
}) => {
  const sizes = new Map<string, number>();
  const sizeOf = async (script: string) => {
    const known = sizes.get(script) ?? gzipSync(await (await request.get(script)).body()).byteLength;
    sizes.set(script, known);
    return known;
  };
  const tooLarge: string[] = [];
  for (const path of PATHS) {
    const html = await (await request.get(path)).text();
    const scripts = new Set(Array.from(html.matchAll(/<script[^>]+src="([^"]+)"/g), ([, src = ""]) => src));
    // Only browsers without modules fetch these.
    for (const [, src = ""] of html.matchAll(/<script[^>]+src="([^"]+)"[^>]*\snomodule/gi))
      scripts.delete(src);
    expect(scripts.size, `scripts of ${path}`).toBeGreaterThan(5);
    const bytes = (await Promise.all(Array.from(scripts, sizeOf))).reduce((sum, size) => sum + size, 0);
    const kb = Math.round(bytes / 1000);
    if (kb > FIRST_LOAD_KB_MAX) tooLarge.push(`${path}: ${kb} KB`);
  }
  expect(tooLarge).toEqual([]);
});
