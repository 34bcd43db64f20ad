import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";

/* What a stranger's `npm ci` would warn of. */

const { minVersion, satisfies } = createRequire(import.meta.url)("next/dist/compiled/semver") as {
  minVersion(range: string): string;
  satisfies(version: string, range: string): boolean;
};

type Lock = { packages: Record<string, { engines?: { node?: string } }> };

it("Every package runs on the oldest Node that ours names", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
  const oldest = minVersion(packages[""]?.engines?.node ?? "");
  const tooNew = Object.entries(packages).filter(
    ([, { engines }]) => !satisfies(oldest, engines?.node ?? "*"),
  );
  expect(tooNew.map(([name]) => name)).toEqual([]);
});
