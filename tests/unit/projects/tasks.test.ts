import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PageSettings } from "@/lib/projects/requests/schema";
import { publicProblem, takenField } from "@/lib/projects/rules";
import {
  distinctLabels,
  evenPositions,
  numberSought,
  positionBetween,
  taskKey,
} from "@/lib/projects/tasks/rules";

describe("positions", () => {
  it("keep a strict order by byte through any sequence of moves", () => {
    const Moves = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 200 });
    fc.assert(
      fc.property(Moves, (moves) => {
        let column = evenPositions(5).map((position, id) => ({ id, position }));
        for (const [from, to] of moves) {
          const moved = column[from % column.length];
          if (!moved) throw new Error("the column is never empty");
          const rest = column.filter((task) => task !== moved);
          const at = to % (rest.length + 1);
          const position = positionBetween(rest[at - 1]?.position ?? null, rest[at]?.position ?? null);
          column = rest.toSpliced(at, 0, { ...moved, position });
        }
        const positions = column.map(({ position }) => Buffer.from(position));
        for (const [i, each] of positions.entries()) {
          const next = positions[i + 1];
          if (next) expect(Buffer.compare(each, next)).toBe(-1);
        }
      }),
    );
  });

  it("are short and in order for a whole column", () => {
    const positions = evenPositions(10_000);
    expect(positions).toEqual(positions.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    expect(new Set(positions).size).toBe(10_000);
    expect(Math.max(...positions.map((position) => position.length))).toBeLessThan(8);
  });
});

describe("numberSought", () => {
  it.each([
    ["12", 12],
    [" web-12 ", 12],
    ["WEB-12", 12],
    ["OPS-12", null],
    ["WEB-", null],
    ["1234567890", null],
    ["12 monkeys", null],
    ["", null],
  ])("reads %j as %j in project WEB", (search, number) => {
    expect(numberSought(search, "WEB")).toBe(number);
  });

  it("finds every task by its own key", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (number) => {
        expect(numberSought(taskKey("A1", number), "A1")).toBe(number);
      }),
    );
  });
});

describe("a project", () => {
  it("is public only with an address", () => {
    expect(publicProblem({ isPublic: true, publicSlug: null })).not.toBeNull();
    expect(publicProblem({ isPublic: true, publicSlug: "web" })).toBeNull();
    expect(publicProblem({ isPublic: false, publicSlug: null })).toBeNull();
  });

  it.each([
    ["project_workspace_id_slug_key", "slug"],
    ["project_workspace_id_key_key", "key"],
    ["project_public_slug_key", "public_slug"],
  ])("names for the index %s the field %s", (index, field) => {
    expect(takenField(index)).toBe(field);
  });
});

describe("names that look the same", () => {
  const twins = ["Caf\u00e9", "cafe\u0301"];

  it("are one label, stored in one way", () => {
    expect(distinctLabels([...twins, "b", "B"])).toEqual(["Caf\u00e9", "b"]);
    expect(distinctLabels(["cafe\u0301"])).toEqual(["caf\u00e9"]);
  });

  it("are no two categories", () => {
    const { categories } = PageSettings.shape;
    expect([
      categories.safeParse(twins).success,
      categories.safeParse(["Caf\u00e9", "Cafe"]).success,
    ]).toEqual([false, true]);
  });
});
