import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  LINK_KINDS,
  LINK_STATES,
  placesAfter,
  statusAfter,
  tasksNamed,
} from "@/lib/projects/tasks/links/rules";
import { TaskStatus } from "@/lib/projects/tasks/schema";
import { processorMs } from "@/tests/support/processor-time";

const keys = (text: string, kind: "branch" | "text" = "text") =>
  tasksNamed(text, kind).map(({ projectKey, number, isFix }) => `${projectKey}-${number}${isFix ? "!" : ""}`);

describe("a text", () => {
  it.each([
    ["WEB-12", ["WEB-12"]],
    ["[WEB-12] Sort out uploads", ["WEB-12"]],
    ["WEB-12: see also API2-7, and (OPS-3).", ["WEB-12", "API2-7", "OPS-3"]],
    ["WEB-12 and WEB-12 again", ["WEB-12"]],
    ["fixes WEB-12", ["WEB-12!"]],
    ["Fixed: WEB-12, WEB-13 and WEB-14; see WEB-15", ["WEB-12!", "WEB-13!", "WEB-14!", "WEB-15"]],
    ["CLOSES WEB-1\nresolve WEB-2\nResolved WEB-3", ["WEB-1!", "WEB-2!", "WEB-3!"]],
    ["WEB-12 was seen before it said: fix WEB-12", ["WEB-12!"]],
    ["prefix WEB-12", ["WEB-12"]],
    ["fix for WEB-12", ["WEB-12"]],
    ["fixes\nWEB-12", ["WEB-12!"]],
    ["web-12 utf-8 sha-256", []],
    ["fixes web-12", []],
    ["X-WEB-12 WEB-12-3 WEB-012 WEB-0 WEB- 12 WEB-12.5 AWEB_WEB-12x", []],
    ["W-12", []],
    ["WEB-1234567890", []],
    ["", []],
  ])("%j names %j", (text, named) => {
    expect(keys(text)).toEqual(named);
  });

  it("is searched to a bounded length in a bounded time, however it tempts the patterns", () => {
    const tempting = [
      "fixes ".repeat(20_000),
      `fixes${" ".repeat(100_000)}WEB-1`,
      `fixes WEB-1${" ".repeat(100_000)}`,
      `fixes ${"WEB-1, ".repeat(20_000)}`,
      `fixes ${"WEB-1 and ".repeat(20_000)}x`,
      "A".repeat(100_000),
      "A-".repeat(50_000),
      `${"A1".repeat(50_000)}-1`,
    ];
    const took = processorMs(() => {
      for (const text of tempting) tasksNamed(text, "text");
      for (const text of tempting) tasksNamed(text, "branch");
    });
    expect(took).toBeLessThan(4_000);
    expect(keys(`${"x".repeat(20_000)} WEB-1`)).toEqual([]);
  });

  it("may be anything", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const { number } of tasksNamed(text, "text")) expect(number).toBeGreaterThan(0);
      }),
    );
  });
});

describe("a branch", () => {
  it.each([
    ["web-12", ["WEB-12"]],
    ["feature/WEB-12-login", ["WEB-12"]],
    ["ada/web-12_and_api2-7", ["WEB-12", "API2-7"]],
    ["fix/web-12", ["WEB-12"]],
    ["release-2", ["RELEASE-2"]],
    ["main", []],
    ["web12", []],
    ["xweb-12x", []],
  ])("%j names %j", (branch, named) => {
    expect(keys(branch, "branch")).toEqual(named);
  });
});

const ALL_LINKS = LINK_KINDS.flatMap((kind) =>
  LINK_STATES.flatMap((state) => [true, false].map((isFix) => ({ kind, state, isFix }))),
);

describe("a link", () => {
  it("never moves a task backwards, or one that is done or cancelled", () => {
    const order = ["backlog", "todo", "in_progress", "in_review", "done", "cancelled"];
    const moves = ALL_LINKS.flatMap((link) =>
      TaskStatus.options.flatMap((status) => {
        const next = statusAfter(link, status);
        return next === null ? [] : [{ link, status, next }];
      }),
    );
    expect(moves.length).toBeGreaterThan(10);
    for (const { link, status, next } of moves) {
      expect([link, status, order.indexOf(next) > order.indexOf(status)]).toEqual([link, status, true]);
      expect(["done", "cancelled"]).not.toContain(status);
    }
  });

  it.each([
    [{ kind: "pull_request", state: "open", isFix: false }, "todo", "in_review"],
    [{ kind: "pull_request", state: "draft", isFix: true }, "todo", null],
    [{ kind: "pull_request", state: "merged", isFix: true }, "in_review", "done"],
    [{ kind: "pull_request", state: "merged", isFix: false }, "in_review", null],
    [{ kind: "commit", state: "open", isFix: true }, "todo", null],
    [{ kind: "commit", state: "merged", isFix: true }, "backlog", "done"],
    [{ kind: "issue", state: "open", isFix: true }, "todo", null],
  ] as const)("%j moves a task of %s to %s", (link, status, next) => {
    expect(statusAfter(link, status)).toBe(next);
  });

  it("finds places that sort after the column's last one, in order", () => {
    const places = placesAfter("a5", 30);
    expect([...places].sort()).toEqual(places);
    expect(places.every((place) => place > "a5")).toBe(true);
  });
});
