import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

async function patternsOf(file: string): Promise<string[]> {
  return (await readFile(file, "utf8")).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

/** Git finds a name at any depth unless a slash stands before it; Docker in the root alone unless two stars do. */
function asDockerWritesIt(pattern: string): string {
  const name = pattern.replace(/\/$/, "");
  return name.startsWith("/") ? name.slice(1) : `**/${name}`;
}

it("What git leaves out, such as settings, data and backups, is not handed to whoever builds an image", async () => {
  const leftOut = (await patternsOf(".gitignore")).map(asDockerWritesIt);
  expect(await patternsOf(".dockerignore")).toEqual([".git", ...leftOut]);
});
