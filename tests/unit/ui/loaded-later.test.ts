import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** It asks again for what can't be loaded; elsewhere an error would replace the page. */
const PART = "lib/ui/light-kit/unloaded.tsx";

test("what is loaded only when it is needed is asked for again when it can't be loaded", () => {
  const files = ["app", "lib/ui"].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { encoding: "utf8", recursive: true })
      .filter((file) => file.endsWith(".tsx"))
      .map((file) => `${folder}/${file}`),
  );
  const bare = files.filter((file) => {
    const text = readFileSync(path.join(ROOT, file), "utf8");
    return /from "next\/dynamic"|\blazy\(/.test(text);
  });
  expect(bare).toEqual([PART]);
});
