import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** These stand around what is loaded later, and say so if it can't be; elsewhere an error would replace the page. */
const AROUND = [
  "lib/ui/kit/dialogs/lazy-dialog.tsx",
  "lib/ui/kit/states/loaded-later.tsx",
  "lib/ui/light-kit/markdown/lazy-markdown.tsx",
  "lib/ui/light-kit/markdown/markdown-editor.tsx",
];

test("what is loaded only when it is needed has something around it that says when it can't be", () => {
  const files = ["app", "lib/ui"].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { encoding: "utf8", recursive: true })
      .filter((file) => file.endsWith(".tsx"))
      .map((file) => `${folder}/${file}`),
  );
  const bare = files.filter((file) => {
    const text = readFileSync(path.join(ROOT, file), "utf8");
    return /from "next\/dynamic"|\blazy\(/.test(text);
  });
  expect(bare.sort()).toEqual(AROUND);
});
