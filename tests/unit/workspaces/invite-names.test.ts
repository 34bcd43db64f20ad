import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameInMail } from "@/lib/workspaces/invites/rules";

const inMail = (name: string) => nameInMail(name, 60);

describe("a name in a mail to a stranger", () => {
  it.each([
    ["Ada Lovelace", "Ada Lovelace"],
    ["Łukasz 🚀", "Łukasz 🚀"],
    ["Büro 東京", "Büro 東京"],
    ["J. R. Smith Jr.", "J. R. Smith Jr."],
    ["Acme Inc. & Sons (R/D)", "Acme Inc. & Sons (R/D)"],
    ["👨‍👩‍👧 family", "👨‍👩‍👧 family"],
    ["  two \n lines ", "two lines"],
  ])("%j stays, as %j", (name, shown) => {
    expect(inMail(name)).toBe(shown);
  });

  it.each([
    ["Win now https://evil.example/x", "Win now"],
    ["Win (http://evil.example)", "Win"],
    ["see www.evil.example", "see"],
    ["see/www.e or evilwww.a", "or"],
    ["Acme.io", "Acme io"],
    ["evil.example/login now", "now"],
    ["pay\u2060pal.com", "paypal com"],
    ["evil。com", "evil com"],
    ["💩.la", "💩 la"],
    ["10.20.30.40", "10 20 30 40"],
    ["mailto:eve@evil.example", null],
    ["ada@example.com", "ada"],
    ["@ada", "ada"],
    ["javascript:alert(1)", null],
    ["\u202Emoc.live\u202C", "moc live"],
    ["https://evil.example", null],
    ["", null],
  ])("of %j no link is left: %j", (name, shown) => {
    expect(inMail(name)).toBe(shown);
  });

  it("is short, and no character of it is cut in two", () => {
    expect(inMail("x".repeat(60))).toBe("x".repeat(60));
    expect(inMail("x".repeat(61))).toBe(`${"x".repeat(59)}…`);
    expect(inMail("👩‍🚀".repeat(70))).toBe(`${"👩‍🚀".repeat(59)}…`);
  });

  it("never contains anything that looks like a link, whatever was entered", () => {
    const piece = fc.constantFrom(
      "http://",
      "www.",
      ".com",
      "evil",
      "/",
      "@",
      " ",
      "。",
      "\u200B",
      ":",
      "a",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const shown = inMail(pieces.join("")) ?? "";
        expect(shown).not.toMatch(/:\/\/|www\.[a-z]|[^\s][.。][a-z]{2}|@|[\r\n]/);
      }),
    );
  });
});
