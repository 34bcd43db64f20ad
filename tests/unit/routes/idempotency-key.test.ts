import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "@/lib/http/app-error";
import { holdsSecret, secretText } from "@/lib/http/secret-fields";
import { countedPath, fingerprintOf, readIdempotencyKey } from "@/lib/routes/idempotency/rules";

describe("an Idempotency-Key", () => {
  it.each<[header: string | null, key: string | null]>([
    [null, null],
    ['"abc"', "abc"],
    ["abc", "abc"],
    [' "a b, c" ', "a b, c"],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    ["a,b;c=1", "a,b;c=1"],
    ["x".repeat(255), "x".repeat(255)],
    [`"${"x".repeat(255)}"`, "x".repeat(255)],
  ])("sent as %j is %j", (header, key) => {
    expect(readIdempotencyKey(header)).toBe(key);
  });

  it.each([
    "",
    " ",
    '""',
    '"',
    '"abc',
    'abc"x y',
    "a b",
    '"a", "b"',
    '"a\\b"',
    '"a";x=1',
    "schlüssel",
    '"ü"',
    "x".repeat(256),
    `"${"x".repeat(256)}"`,
  ])("is refused as %j", (header) => {
    expect(() => readIdempotencyKey(header)).toThrow(AppError);
  });

  it("is read back from however a structured field writes it", () => {
    const text = fc.stringMatching(/^[\x20-\x7e]{1,255}$/);
    fc.assert(
      fc.property(text, (key) => {
        expect(readIdempotencyKey(`"${key.replace(/["\\]/g, "\\$&")}"`)).toBe(key);
      }),
    );
  });

  it("is read or refused, whatever is sent", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: "binary" }), (header) => {
        try {
          const key = readIdempotencyKey(header) ?? "";
          return /^[\x20-\x7e]{1,255}$/.test(key);
        } catch (error) {
          return error instanceof AppError && error.code === "bad_request";
        }
      }),
    );
  });

  it("counts for a path, with or without its prefix", () => {
    expect(countedPath("https://x.example/api/v1/webhooks?a=1")).toBe("/webhooks");
    expect(countedPath("https://x.example/webhooks")).toBe("/webhooks");
    expect(countedPath("https://x.example/api/v10/webhooks")).toBe("/api/v10/webhooks");
  });
});

describe("what a repeat must match", () => {
  it("is the query and every byte of the body", () => {
    const of = (url: string, body: string) => fingerprintOf(`http://localhost${url}`, Buffer.from(body));
    const sent = of("/a?b=1", "{}");
    expect(of("/a?b=1", "{}")).toBe(sent);
    for (const other of [of("/a?b=2", "{}"), of("/a", "{}"), of("/a?b=1", "{} "), of("/a?b=1", "")]) {
      expect(other).not.toBe(sent);
    }
  });
});

describe("a secret of an answer", () => {
  it("is found wherever it stands, and not where there is none", () => {
    const secret = secretText("In this answer only");
    const holding = [
      z.object({ id: z.string(), token: secret }),
      z.object({ items: z.array(z.object({ inner: secret.nullable().optional() })) }),
      z.union([z.object({ a: z.string() }), z.object({ b: secret })]),
      z.object({ a: z.string() }).extend({ b: secret }).meta({ id: "Held" }),
    ];
    for (const schema of holding) expect(holdsSecret(schema)).toBe(true);
    expect(holdsSecret(z.object({ token_prefix: z.string(), at: z.iso.datetime() }))).toBe(false);
  });
});
