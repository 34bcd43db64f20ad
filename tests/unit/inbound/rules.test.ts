import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/http/request-body";
import { externalIdOf, headersKept, retryInMs, standingOf } from "@/lib/inbound/rules";
import { sha256Hex } from "@/lib/platform/crypto";
import { storable } from "@/lib/platform/storable";

describe("the id of a delivery", () => {
  const bytes = sha256Hex("{}");

  it("is the provider's own if it can be a key, and always short and printable", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (id) => {
        const key = externalIdOf(id, "push", bytes);
        expect(key).toMatch(/^[\x21-\x7e]{1,128}$/);
        if (/^[\x21-\x7e]{1,128}$/.test(id)) expect(key).toBe(id);
      }),
    );
  });

  it("depends on the body and event if the provider sends none", () => {
    const ids = [
      externalIdOf(null, "push", bytes),
      externalIdOf("", "ping", bytes),
      externalIdOf(null, "push", sha256Hex("{} ")),
    ];
    expect(new Set(ids).size).toBe(3);
    expect(externalIdOf("", "push", bytes)).toBe(ids[0]);
  });

  it("may be 128 characters long", () => {
    expect(externalIdOf("x".repeat(128), "push", bytes)).toBe("x".repeat(128));
    expect(externalIdOf("x".repeat(129), "push", bytes)).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});

describe("verification", () => {
  it.each([
    [true, true, "required"],
    [false, true, "required"],
    [true, false, "optional"],
    [false, false, "off"],
  ] as const)("with a secret %s and signatures demanded %s is %s", (isConfigured, isRequired, standing) => {
    expect(standingOf(isConfigured, isRequired)).toBe(standing);
  });
});

it("a delivery that fails is tried again soon, and each time 2.7 times later", () => {
  expect([1, 2, 3].map(retryInMs)).toEqual([2_700, 7_290, 19_683]);
});

describe("what is kept", () => {
  it("of headers is those listed, cut to length", () => {
    const headers = new Headers({ "X-Event": "e".repeat(900), "X-Signature": "s", "User-Agent": "u" });
    expect(headersKept(headers, ["x-event", "x-missing"])).toEqual({
      "user-agent": "u",
      "x-event": "e".repeat(500),
    });
  });

  it("of any text can be stored", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 0, max: 20 }), (text, charsMax) => {
        const kept = storable(text, charsMax);
        expect(kept.length).toBeLessThanOrEqual(charsMax);
        expect(kept.isWellFormed() && !kept.includes("\0")).toBe(true);
      }),
    );
    expect(storable("😀", 1).isWellFormed()).toBe(true);
  });
});

describe("JSON", () => {
  it("is read as JSON.parse reads it, and anything else is a bad request", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(Buffer.from(text)).value).toEqual(JSON.parse(text));
      }),
    );
    for (const bytes of [
      Buffer.from(""),
      Buffer.from("{"),
      Buffer.from([0x22, 0xff, 0x22]),
      Buffer.from("\ufeff{}"),
    ]) {
      expect(() => parseJson(bytes)).toThrow(expect.objectContaining({ code: "bad_request" }));
    }
  });
});
