import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/http/app-error";
import {
  LARGE_BODIES_ARRIVING_PER_ADDRESS_MAX,
  LARGE_BODY_BYTES_MIN,
  LARGE_JSON_BYTES_MIN,
} from "@/lib/http/limits";
import { JSON_VALUES_MAX, readBytes, readJson } from "@/lib/http/request-body";

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

  it("is parsed without blocking other work, however large a text in it is", async () => {
    const text = JSON.stringify({ csv: "x,y\n".repeat(LIMIT_BYTES / 8) });
    const request = { body: [Buffer.from(text)], headers: new Headers() } as unknown as Request;
    let turns = 0;
    const isRead = readJson(request, LIMIT_BYTES).then(() => true);
    while (!(await Promise.race([isRead, new Promise((resolve) => setImmediate(resolve, false))])))
      turns += 1;
    expect(turns).toBeGreaterThan(20);
  });

  it("means the same as a small one", async () => {
    const rest = ` "rest": "${"y".repeat(LARGE_JSON_BYTES_MIN)}"`;
    const read = async (begin: string, end = "}") => {
      const body = (text: string) => new Request("http://localhost/", { method: "POST", body: text });
      const of = (text: string) => readJson(body(text), LIMIT_BYTES).catch((error) => error.message);
      const [small, large] = [await of(`${begin} "rest": 1${end}`), await of(`${begin}${rest}${end}`)];
      if (typeof small === "string") return [small, large];
      const [a, b] = [small, large].map(({ value, mayBeUnstorable }) => [
        Object.entries({ ...value, rest: 0 }),
        mayBeUnstorable,
      ]);
      return [a, b];
    };
    for (const [begin, end] of [
      ['{"a": 1, "a": 2, "__proto__": {"x": 1}, "constructor": null,'],
      ['{"ä": "\\ud800", "n": -0, "big": 1e999, "list": [[{}], 9007199254740993],'],
      ['{"nul": "\\u0000",'],
      ["{", "]"],
      ['{"é": "🦄",'],
    ] as const) {
      const [small, large] = await read(begin, end);
      expect(large).toEqual(small);
    }
  });

  it.each([
    ["one text, whatever stands in it", { csv: '{[",\\"'.repeat(many) }],
    ["as many values as may be", Array.from({ length: half - 1 }, () => "a longer text")],
  ])("is read with %s", async (_, value) => {
    expect(await read(JSON.stringify(value))).toEqual(value);
  });
});

describe("large bodies", () => {
  it.each([
    ["of a length that is announced", { "content-length": String(LARGE_BODY_BYTES_MIN + 1) }],
    ["of any length", {}],
  ])("%s are read a few at a time, however many someone begins to send", async (_, headers) => {
    const many = 3 * LARGE_BODIES_ARRIVING_PER_ADDRESS_MAX;
    const ends: (() => void)[] = [];
    const bodies = Array.from({ length: many }, () => {
      async function* slowly() {
        await new Promise<void>((end) => ends.push(end));
        yield Buffer.alloc(LARGE_BODY_BYTES_MIN + 1);
      }
      return { body: slowly(), headers: new Headers(headers) } as unknown as Request;
    });
    const read = Promise.all(bodies.map((request) => readBytes(request, LIMIT_BYTES)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ends).toHaveLength(LARGE_BODIES_ARRIVING_PER_ADDRESS_MAX);
    while (ends.length < many) {
      for (const end of ends) end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const end of ends) end();
    expect((await read).map(({ length }) => length)).toEqual(Array(many).fill(LARGE_BODY_BYTES_MIN + 1));
  });
});
