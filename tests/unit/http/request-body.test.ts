import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/http/app-error";
import { JSON_VALUES_MAX, readJson } from "@/lib/http/request-body";

const LIMIT_BYTES = 33_554_432;

async function read(text: string, isPacked = false) {
  const request = new Request("http://localhost/", {
    method: "POST",
    body: isPacked ? gzipSync(text) : text,
    headers: isPacked ? { "content-encoding": "gzip" } : {},
  });
  const answer = await readJson(request, LIMIT_BYTES).catch((error: unknown) => error);
  return answer instanceof AppError ? answer.code : (answer as { value: unknown }).value;
}

describe("a large body of JSON", () => {
  const many = 2 * JSON_VALUES_MAX;
  const half = JSON_VALUES_MAX / 2;

  it.each([
    ["objects", `[${"{},".repeat(many)}{}]`],
    ["arrays in each other", "[".repeat(many) + "]".repeat(many)],
    ["entries", `{${Array.from({ length: JSON_VALUES_MAX }, (_, n) => `"${n}":1`).join(",")}}`],
    ["texts", `[${'"",'.repeat(many)}""]`],
    ["numbers behind an escaped quote", `["\\"",${"1,".repeat(many)}1]`],
    ["numbers behind a backslash", `["\\\\",${"1,".repeat(many)}1]`],
  ])("is refused unread when it holds too many values: %s", async (_, text) => {
    expect(await read(text)).toBe("too_large");
    expect(await read(text, true)).toBe("too_large");
  });

  it.each([
    ["one text, whatever stands in it", { csv: '{[",\\"'.repeat(many) }],
    ["as many values as may be", Array.from({ length: half - 1 }, () => "a longer text")],
  ])("is read with %s", async (_, value) => {
    expect(await read(JSON.stringify(value))).toEqual(value);
  });
});
