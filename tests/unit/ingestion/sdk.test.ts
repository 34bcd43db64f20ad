import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

it("the browser SDK is under 2 KB as it goes over the wire", () => {
  expect(gzipSync(readFileSync("public/events.js")).length).toBeLessThan(2048);
});
