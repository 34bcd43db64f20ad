import { describe, expect, it } from "vitest";
import { languageTable } from "@/lib/repositories/language-table";
import {
  canReclaim,
  commitRow,
  commitStats,
  languageOf,
  pullRequestRow,
  rateLimitedUntil,
} from "@/lib/repositories/rules";
import { AdoptRepository } from "@/lib/repositories/schema";

const NOW = new Date("2026-11-20T12:00:00.000Z");
const nowS = NOW.getTime() / 1000;

describe("canReclaim", () => {
  it.each([
    [null, true],
    [{ isActive: false, memberships: [{ status: "active" }] }, true],
    [{ isActive: true, memberships: [] }, true],
    [{ isActive: true, memberships: [{ status: "suspended" }] }, true],
    [{ isActive: true, memberships: [{ status: "active" }] }, false],
  ])("of the adopter %j is %s", (adopter, expected) => {
    expect(canReclaim(adopter)).toBe(expected);
  });
});

describe("rateLimitedUntil", () => {
  const wait = (status: number, headers: Record<string, string>, message = "") => {
    const until = rateLimitedUntil(status, headers, message, NOW);
    return until && (until.getTime() - NOW.getTime()) / 1000;
  };
  const spent = (resetS: number) => ({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(resetS) });

  it("takes retry-after first, then the reset of a spent window", () => {
    expect(wait(429, { "retry-after": "30", ...spent(nowS + 900) })).toBe(30);
    expect(wait(403, spent(nowS + 900))).toBe(901);
  });

  it("treats a 403 as a limit only if headers or message say so", () => {
    expect(
      wait(403, { "x-ratelimit-remaining": "4999", "x-ratelimit-reset": String(nowS + 900) }),
    ).toBeNull();
    expect(wait(403, {}, "Resource protected by organization")).toBeNull();
    expect(wait(403, {}, "You have exceeded a secondary rate limit")).toBe(60);
    expect(wait(429, {})).toBe(60);
    expect(wait(404, { "retry-after": "30" })).toBeNull();
  });

  it("waits a second at least and two hours at most, whatever the headers say", () => {
    expect(wait(429, { "retry-after": "0" })).toBe(1);
    expect(wait(403, spent(nowS - 900))).toBe(1);
    expect(wait(403, spent(nowS + 1e9))).toBe(7_200);
    expect(wait(429, { "retry-after": "soon" })).toBe(60);
  });
});

describe("languageOf", () => {
  it.each([
    ["src/a.ts", { TypeScript: 5 }, "TypeScript"],
    ["src/a.TSX", { TypeScript: 5 }, "TypeScript"],
    ["include/a.h", { C: 5, "C++": 900 }, "C++"],
    ["include/a.h", { C: 900, "C++": 5 }, "C"],
    ["Dockerfile", { Dockerfile: 1 }, "Dockerfile"],
    ["a/views/x.blade.php", { PHP: 9, Blade: 3 }, "Blade"],
    ["README.md", { TypeScript: 5 }, null],
    ["package-lock.json", { TypeScript: 5 }, null],
    ["a.rs", { TypeScript: 5 }, null],
    ["LICENSE", { TypeScript: 5 }, null],
    ["a.__proto__", { TypeScript: 5 }, null],
  ])("of %s where the repository holds %j is %s", async (filename, bytes, expected) => {
    expect(languageOf(filename, await languageTable(), bytes as Record<string, number>)).toBe(expected);
  });
});

describe("commitStats", () => {
  it("adds up lines by language, and is unknown for a missing commit", async () => {
    const table = await languageTable();
    const file = (filename: string) => ({ filename, additions: 2, deletions: 1 });
    const files = [
      file("a.ts"),
      file("b.ts"),
      file("c.md"),
      { filename: "d.go", additions: 0, deletions: 0 },
    ];
    const change = { stats: { additions: 6, deletions: 1e12 }, files };
    expect(commitStats("x", change, table, { TypeScript: 1, Go: 1 })).toEqual({
      sha: "x",
      additions: 6,
      deletions: 2_000_000_000,
      languages: { TypeScript: 6 },
    });
    expect(commitStats("x", null, table, {})).toEqual({
      sha: "x",
      additions: 0,
      deletions: 0,
      languages: {},
    });
  });
});

describe("what is stored of commits and pull requests", () => {
  it("is cut to length, storable, and never from the future", () => {
    const date = "2030-01-01T00:00:00Z";
    const signature = { email: `${"A".repeat(400)}@example.org`, date };
    const row = commitRow(
      { sha: "x", author: { id: 7 }, commit: { message: "m\0".repeat(3_000), author: signature } },
      NOW,
    );
    expect(row).toEqual({
      sha: "x",
      author_email: null,
      author_subject: "7",
      message: "m".repeat(2_000),
      committed_at: NOW.toISOString(),
    });
    expect(commitRow({ sha: "x", commit: { message: "" } }, NOW)).toMatchObject({
      author_email: null,
      author_subject: null,
      committed_at: "1970-01-01T00:00:00.000Z",
    });
  });

  it.each([
    ["open", null, "open"],
    ["closed", null, "closed"],
    ["closed", "2026-11-01T00:00:00Z", "merged"],
    ["anything else", null, "closed"],
  ])("says that a pull request that is %s and merged at %s is %s", (state, merged_at, expected) => {
    const at = "2026-11-01T00:00:00Z";
    const pull = {
      number: 1,
      title: "t",
      state,
      head: { ref: "b" },
      created_at: at,
      merged_at,
      updated_at: at,
    };
    expect(pullRequestRow(pull, NOW).state).toBe(expected);
  });
});

describe("AdoptRepository", () => {
  it.each(["acme/app", "a-b/c.d_e", "acme/.github", "acme/...", " acme/app "])("takes %j", (full_name) => {
    expect(AdoptRepository.safeParse({ full_name }).success).toBe(true);
  });

  it.each(["acme/.", "acme/..", "./app", "../app", "acme/%2e%2e", "acme/app#", `a/${"x".repeat(200)}`])(
    "refuses %j",
    (full_name) => {
      expect(AdoptRepository.safeParse({ full_name }).success).toBe(false);
    },
  );
});
