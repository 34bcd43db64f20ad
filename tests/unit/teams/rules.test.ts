import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { busFactorOf, type Contribution, languageUses, shareOf } from "@/lib/teams/profiling/rules";
import { syncWindowStart } from "@/lib/teams/rules";

const Lines = fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 8 });

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

describe("busFactorOf", () => {
  it.each([
    [[], 0],
    [[0, 0], 0],
    [[10], 1],
    [[5, 5], 1],
    [[50, 30, 20], 1],
    [[49, 30, 21], 2],
    [[10, 10, 10, 10, 10], 3],
  ])("of %j is %i", (lines, people) => {
    expect(busFactorOf(lines)).toBe(people);
  });

  it("is the smallest group of all groups that made at least half", () => {
    fc.assert(
      fc.property(Lines, (lines) => {
        const half = sum(lines) / 2;
        const sizes = Array.from({ length: 2 ** lines.length }, (_, group) =>
          lines.filter((_each, i) => group & (1 << i)),
        )
          .filter((group) => sum(group) >= half)
          .map((group) => group.length);
        expect(busFactorOf(lines)).toBe(Math.min(...sizes));
      }),
    );
  });

  it("does not depend on the order of people, nor on those without lines", () => {
    fc.assert(
      fc.property(Lines, (lines) => {
        expect(busFactorOf([0, ...lines.toReversed(), 0])).toBe(busFactorOf(lines));
      }),
    );
  });
});

const Contributions = fc.array(
  fc.record<Contribution>({
    developerId: fc.uuid(),
    commits: fc.nat(1000),
    additions: fc.nat(10_000),
    deletions: fc.nat(10_000),
    linesByLanguage: fc.dictionary(fc.constantFrom("Go", "Rust", "SQL"), fc.nat(1000)),
  }),
  { maxLength: 10 },
);

describe("languageUses", () => {
  it("loses no line and counts only who changed some", () => {
    fc.assert(
      fc.property(Contributions, (contributions) => {
        const uses = languageUses(contributions);
        const all = contributions.flatMap((each) => Object.values(each.linesByLanguage));
        expect(sum(uses.map((use) => use.lines))).toBe(sum(all));
        for (const { developers, busFactor, lines } of uses) {
          expect(lines).toBeGreaterThan(0);
          expect(busFactor).toBeGreaterThan(0);
          expect(busFactor).toBeLessThanOrEqual(developers);
        }
      }),
    );
  });

  it("puts the language with most lines first", () => {
    fc.assert(
      fc.property(Contributions, (contributions) => {
        const lines = languageUses(contributions).map((use) => use.lines);
        expect(lines).toEqual(lines.toSorted((a, b) => b - a));
      }),
    );
  });
});

describe("shareOf", () => {
  it("is 0 of nothing, and shares of a whole make 1", () => {
    expect(shareOf(0, 0)).toBe(0);
    expect(shareOf(1, 4) + shareOf(3, 4)).toBe(1);
  });
});

describe("syncWindowStart", () => {
  it("lies 90 days back", () => {
    expect(syncWindowStart(new Date("2026-11-20T12:00:00Z"))).toEqual(new Date("2026-08-22T12:00:00Z"));
  });
});
