import { createHash, createHmac } from "node:crypto";
import { gunzipSync } from "node:zlib";
import definitions from "@octokit/webhooks-examples";
import { describe, expect, it } from "vitest";
import { hmacSha256Hex, keep, parseLarge, sharedBytes } from "@/lib/http/large-bodies";
import { LARGE_BODIES_WAITING_MAX, LARGE_BODY_BYTES_MIN } from "@/lib/http/limits";
import { parseJson } from "@/lib/http/request-body";
import { commitsOf, isHandled, KEPT, PAYLOADS, type Push } from "@/lib/inbound/code-host/payloads";

const bytesOf = (text: string) => Buffer.from(text) as Buffer<ArrayBuffer>;

/** A text of JSON that is larger than what is parsed on the main thread. */
const large = (value: object) => JSON.stringify({ ...value, rest: "x".repeat(LARGE_BODY_BYTES_MIN) });

describe("a large body", () => {
  it("comes back compressed, with the parts of its value that are kept", async () => {
    const text = large({ id: 1, list: [{ a: "ä", b: 2 }, 3], deep: { a: { b: [1] } } });
    const kept = { id: true, list: [{ a: true }], deep: { a: true }, absent: true } as const;
    const { value, length, sha256, packed } = await parseLarge(bytesOf(text), kept, { packs: true });
    expect(value).toEqual({ id: 1, list: [{ a: "ä" }, 3], deep: { a: {} } });
    expect(length).toBe(bytesOf(text).length);
    expect(sha256).toBe(createHash("sha256").update(text).digest("hex"));
    expect(gunzipSync(packed ?? "").toString("utf8")).toBe(text);
    expect((await parseLarge(bytesOf(text), kept)).packed).toBeNull();
  });

  it("has the same parts kept as a small one", async () => {
    const value = {
      id: 1,
      list: [{ a: "ä", b: 2 }, 3, null, [4]],
      deep: { a: { b: [1] } },
      none: null,
      text: "t",
    };
    for (const kept of [
      { id: true, list: [{ a: true }], deep: { a: true }, none: { a: true }, text: [true], absent: true },
      { list: true, deep: { a: { b: [true] } }, hasOwnProperty: true, __proto__: true },
      [true],
      true,
    ] as const) {
      const large = await parseLarge(bytesOf(JSON.stringify(value)), kept);
      expect(keep(value, kept)).toEqual(large.value);
    }
  });

  it("is refused if it is not JSON or not UTF-8, and the next one is still parsed", async () => {
    await expect(parseLarge(bytesOf("{"), KEPT)).rejects.toThrow("not valid JSON");
    await expect(parseLarge(bytesOf("[".repeat(2_000_000)), KEPT)).rejects.toThrow("not valid JSON");
    await expect(parseLarge(Buffer.from([0x22, 0xff, 0x22]), KEPT)).rejects.toThrow("not valid UTF-8");
    expect((await parseLarge(bytesOf('{"ref":"a"}'), KEPT)).value).toEqual({ ref: "a" });
  });

  it("is parsed without blocking other work", async () => {
    const commits = Array.from({ length: 150_000 }, (_, i) => ({
      id: "x",
      other: { a: [i, "y".repeat(100)] },
    }));
    const text = JSON.stringify({ commits });
    let [turns, isParsed] = [0, false];
    const parsed = parseLarge(bytesOf(text), { commits: true }).then(() => {
      isParsed = true;
    });
    while (!isParsed) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    await parsed;
    expect(turns).toBeGreaterThan(20);
  });

  it("waits for a few others, and is refused if there are many", async () => {
    const all = Array.from({ length: LARGE_BODIES_WAITING_MAX + 1 }, () =>
      parseLarge(bytesOf(large({ ref: "a" })), KEPT).then(
        ({ value }) => value,
        (error) => error.code,
      ),
    );
    expect(await Promise.all(all)).toEqual([
      ...Array(LARGE_BODIES_WAITING_MAX).fill({ ref: "a" }),
      "unavailable",
    ]);
    expect((await parseLarge(bytesOf("{}"), KEPT)).value).toEqual({});
  });

  it("has the same hashes as a small one", async () => {
    for (const length of [10, LARGE_BODY_BYTES_MIN + 1]) {
      const bytes = Buffer.alloc(length, "z") as Buffer<ArrayBuffer>;
      expect(await hmacSha256Hex("key", bytes)).toBe(createHmac("sha256", "key").update(bytes).digest("hex"));
      const shared = sharedBytes(length).fill("z");
      expect(await hmacSha256Hex("key", shared)).toBe(await hmacSha256Hex("key", bytes));
    }
  });
});

describe("what is kept of the code host's bodies", () => {
  const examples = definitions.flatMap(({ name, examples: payloads }) =>
    isHandled(name) && name !== "ping" ? payloads.map((payload) => ({ name, payload })) : [],
  );

  /** What is read of a payload, the commits of a push included. */
  const readAs = (name: (typeof examples)[number]["name"], value: unknown) => {
    const { data } = PAYLOADS[name].safeParse(value);
    return name === "push" ? { ...data, commits: commitsOf(data as Push) } : data;
  };

  it("includes everything that is read", async () => {
    expect(examples.length).toBeGreaterThan(20);
    for (const { name, payload } of examples) {
      const bytes = bytesOf(JSON.stringify(payload));
      const { value } = await parseLarge(bytes, KEPT);
      expect(readAs(name, value), name).toEqual(readAs(name, parseJson(bytes).value));
    }
  });
});
