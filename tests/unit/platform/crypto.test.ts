import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decrypt,
  deriveSecret,
  encrypt,
  equalInConstantTime,
  randomBase62,
  signatureFor,
  toBase62,
} from "@/lib/platform/crypto";

describe("encrypt and decrypt", () => {
  it("give back any text under the same context", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, context) => {
        expect(decrypt(encrypt(text, context), context)).toBe(text);
      }),
    );
  });

  it("refuse a ciphertext that was moved to another row or column", () => {
    const encrypted = encrypt("token", "connection:1:access");
    expect(() => decrypt(encrypted, "connection:1:refresh")).toThrow();
    expect(() => decrypt(encrypted, "connection:2:access")).toThrow();
  });

  it("refuse a ciphertext of which any one byte was changed or the end cut off", () => {
    const [id, body = ""] = encrypt("token", "c").split(".");
    const bytes = Buffer.from(body, "base64url");
    for (let i = 0; i < bytes.length; i++) {
      const altered = Buffer.from(bytes);
      altered[i] = (altered[i] ?? 0) ^ 1;
      expect(() => decrypt(`${id}.${altered.toString("base64url")}`, "c")).toThrow();
      expect(() => decrypt(`${id}.${bytes.subarray(0, i).toString("base64url")}`, "c")).toThrow();
    }
  });

  it("refuse a text that is too short for a whole tag, instead of checking less of one", () => {
    for (const bytes of [4, 8, 12, 13, 14, 15]) {
      const short = Buffer.alloc(bytes).toString("base64url");
      expect(() => decrypt(`k1.${short}`, "c")).toThrow(`Invalid authentication tag length: ${bytes}`);
    }
  });

  it("never write the same ciphertext twice, and name the key in front", () => {
    const [first, second] = [encrypt("token", "c"), encrypt("token", "c")];
    expect(first).not.toBe(second);
    expect(first).toMatch(/^k1\.[\w-]+$/);
  });

  it("refuse a key that is not in the ring", () => {
    expect(() => decrypt(encrypt("token", "c").replace("k1", "k9"), "c")).toThrow(/k9/);
  });
});

describe("random and base62 texts", () => {
  it("have the length asked for and only letters and digits, all of which occur", () => {
    const text = randomBase62(10_000);
    expect(text).toMatch(/^[0-9A-Za-z]{10000}$/);
    expect(new Set(text).size).toBe(62);
  });

  it("keep the order of the numbers they are made of", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (a, b) => {
        expect(toBase62(a, 6) < toBase62(b, 6)).toBe(a < b);
      }),
    );
  });
});

it("a proof for one purpose is none for another", () => {
  expect(deriveSecret("a")).not.toBe(deriveSecret("b"));
  expect(signatureFor("a", "text")).not.toBe(signatureFor("b", "text"));
  expect(signatureFor("a", "text")).not.toBe(signatureFor("a", "texts"));
  expect(signatureFor("a", "text")).toBe(signatureFor("a", "text"));
});

describe("equalInConstantTime", () => {
  it("agrees with ===, whatever the lengths", () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => equalInConstantTime(a, b) === (a === b)));
    expect(equalInConstantTime("abc", "abc")).toBe(true);
  });
});
