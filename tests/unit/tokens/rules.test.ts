import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isApiToken, isWorkspaceKey, mintApiToken, mintWorkspaceKey, prefixOf } from "@/lib/tokens/rules";

describe("API tokens", () => {
  it("are svc_, 40 random characters and a checksum, and never twice the same", () => {
    const minted = new Set(Array.from({ length: 1000 }, mintApiToken));
    expect(minted.size).toBe(1000);
    for (const token of minted) {
      expect(token).toMatch(/^svc_[0-9A-Za-z]{46}$/);
      expect(isApiToken(token)).toBe(true);
      expect(prefixOf(token)).toBe(token.slice(0, 12));
    }
  });

  it("are refused with any one character changed, cut or added", () => {
    const token = mintApiToken();
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: token.length - 1 }),
        fc.constantFrom(..."09AZaz-_ "),
        (at, letter) => {
          fc.pre(token[at] !== letter);
          expect(isApiToken(token.slice(0, at) + letter + token.slice(at + 1))).toBe(false);
        },
      ),
    );
    expect(isApiToken(token.slice(0, -1))).toBe(false);
    expect(isApiToken(`${token}0`)).toBe(false);
    expect(isApiToken(`${token}\n`)).toBe(false);
    expect(isApiToken("")).toBe(false);
  });
});

describe("workspace keys", () => {
  it("are wsk_, 40 random characters and a checksum, and are no API tokens", () => {
    const key = mintWorkspaceKey();
    expect(key).toMatch(/^wsk_[0-9A-Za-z]{46}$/);
    expect([isWorkspaceKey(key), isApiToken(key)]).toEqual([true, false]);
    expect([isWorkspaceKey(mintApiToken()), isWorkspaceKey(key.replace("wsk_", "svc_"))]).toEqual([
      false,
      false,
    ]);
  });
});
