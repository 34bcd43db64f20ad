import { describe, expect, it } from "vitest";
import { safeReturnPath } from "@/lib/ui/api/return-path";

describe("where a signed-in person goes on to", () => {
  it.each(["/home", "/home?day=2026-11-20", "/account#tokens", "/w/ada/tracker?x=//y"])(
    "keeps %s",
    (path) => {
      expect(safeReturnPath(path)).toBe(path);
    },
  );

  it.each([
    null,
    "",
    "home",
    "https://evil.example/home",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/%2e//evil.example",
    "/a/..//evil.example",
    "javascript:alert(1)",
    " /\u0000//evil.example\\",
    "\\\\evil.example",
    "/signin",
    "/signin?error=access_denied",
    "/signin/complete#token=x",
  ])("sends %j home", (path) => {
    expect(safeReturnPath(path)).toBe("/home");
  });

  it("never leaves the site, whatever stands behind the first slash", () => {
    for (const start of ["/", "/.", "/..", "/\\", "/\t", "/@", "/:", "/%2f", "/;"]) {
      for (const rest of ["/evil.example", "//evil.example", "\\evil.example", "@evil.example", ":80/x"]) {
        const target = new URL(safeReturnPath(start + rest), "https://own.example");
        expect(target.origin).toBe("https://own.example");
      }
    }
  });
});
