import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AttributeType } from "@/lib/crm/attributes/schema";
import { indexKeys, keyOf, searchText, titleOf, uniqueKeys } from "@/lib/crm/records/value-keys";
import { fold } from "@/lib/platform/loose-text";

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

describe("keyOf", () => {
  it("sorts numbers as numbers, byte by byte", () => {
    const number = fc.double({ noNaN: true });
    fc.assert(
      fc.property(number, number, (a, b) => {
        const order = byBytes(keyOf("number", a), keyOf("number", b));
        expect(Math.sign(order)).toBe(a === b ? 0 : Math.sign(a < b ? -1 : 1));
      }),
    );
  });

  it("is the same for texts exactly when they differ in case or in how an accent is written only", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 200 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(keyOf("text", a) === keyOf("text", b)).toBe(
          a.toLowerCase().normalize("NFC") === b.toLowerCase().normalize("NFC"),
        );
      }),
    );
    expect(keyOf("text", "GRÜN")).toBe(keyOf("text", "grün"));
    expect(keyOf("text", "Gru\u0308n")).toBe(keyOf("text", "gr\u00fcn"));
    expect(keyOf("text", "grün")).not.toBe(keyOf("text", "grun"));
  });

  it("can't be forged: a text that looks like another one's key has a key of its own", () => {
    fc.assert(
      fc.property(fc.constantFrom("é", "Grün", "x".repeat(300)), (text) => {
        expect(keyOf("text", keyOf("text", text))).not.toBe(keyOf("text", text));
      }),
    );
  });

  it("distinguishes long texts with the same beginning, and stays short enough for an index", () => {
    const long = "a".repeat(9_000);
    expect(keyOf("text", `${long}b`)).not.toBe(keyOf("text", `${long}c`));
    expect(Buffer.byteLength(keyOf("text", "🦄".repeat(5_000)))).toBeLessThan(1_000);
  });

  it("never splits a character, which Postgres would not store", () => {
    for (const text of ["🦄".repeat(500), `x${"🦄".repeat(500)}`]) {
      expect(keyOf("text", text).isWellFormed()).toBe(true);
      expect(titleOf([attribute("name", "text")], { name: text }).isWellFormed()).toBe(true);
    }
  });

  it("sorts accents among their letters", () => {
    const sorted = ["Zebra", "Ärger", "apfel", "Öl", "ofen"].sort((a, b) =>
      byBytes(keyOf("text", a), keyOf("text", b)),
    );
    expect(sorted).toEqual(["apfel", "Ärger", "ofen", "Öl", "Zebra"]);
  });

  it("treats phone numbers as equal however they are spaced", () => {
    expect(keyOf("phone", "+49 (0) 30/12-34")).toBe(keyOf("phone", "+49030 1234"));
  });
});

function attribute(slug: string, type: AttributeType, isUnique = false) {
  return { id: `id of ${slug}`, slug, type, isUnique };
}

describe("a record's keys", () => {
  const name = attribute("name", "text");
  const email = attribute("email", "email", true);
  const tags = attribute("tags", "multi_select");

  it("are one per value; for a multi-select one per option and one for sorting", () => {
    const keys = indexKeys([name, email, tags], { name: "Ada", email: null, tags: ["vip", "new"] });
    expect(keys.map(({ key }) => key)).toEqual(["ada", "\u0002vip,new", "vip", "new"]);
  });

  it("are claimed only for attributes that are unique", () => {
    expect(uniqueKeys([name, email], { name: "Ada", email: "ada@example.com" })).toEqual([
      { attributeId: "id of email", key: "ada@example.com" },
    ]);
  });

  it("include titles and searched text only for texts", () => {
    const number = attribute("count", "number");
    expect(titleOf([number, name], { count: 3, name: "Ada" })).toBe("Ada");
    expect(titleOf([number], { count: 3 })).toBe("");
    expect(searchText([number, name], { count: 3, name: "Ädä" })).toBe("ada");
    expect(fold("É\u0007x")).toBe("e x");
  });
});
