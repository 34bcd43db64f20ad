import { describe, expect, it } from "vitest";
import { attribute } from "@/lib/tracker/enrichment/attribution-rules";

const keys = new Map([
  ["WPS", "project-wps"],
  ["AT2", "project-atlas"],
]);

function attributed(given: {
  branch?: string;
  windowTitle?: string;
  pageTitle?: string;
  url?: string;
  category?: string;
}) {
  const { category = "dev.code", ...sample } = given;
  const blank = {
    boundProjectId: "project-wps",
    branch: null,
    windowTitle: null,
    pageTitle: null,
    url: null,
  };
  return attribute({ ...blank, ...sample }, category, keys);
}

describe("attribute", () => {
  it("falls back to the device's project, without a task, at low confidence", () => {
    expect(attributed({})).toEqual({
      projectId: "project-wps",
      taskKey: null,
      confidence: 0.25,
      signal: "device",
    });
  });

  it("adds up evidence for one project as independent chances", () => {
    const both = attributed({ branch: "feature/wps-12-login", windowTitle: "WPS-12: login.ts" });
    expect(both).toMatchObject({ projectId: "project-wps", taskKey: "WPS-12", signal: "branch" });
    expect(both.confidence).toBeCloseTo(1 - 0.15 * 0.55 * 0.75, 3);
  });

  it("moves time to another project whose key the branch names, less half of what speaks for the device's", () => {
    expect(attributed({ branch: "at2-7" })).toEqual({
      projectId: "project-atlas",
      taskKey: "AT2-7",
      confidence: 0.725,
      signal: "branch",
    });
  });

  it("believes a branch more than a title, and an issue's address most", () => {
    expect(attributed({ branch: "AT2-7", windowTitle: "WPS-12" }).taskKey).toBe("AT2-7");
    const issue = { url: "https://linear.app/acme/issue/WPS-3/x", category: "plan.issues" };
    expect(attributed({ ...issue, branch: "AT2-7" })).toMatchObject({
      taskKey: "WPS-3",
      signal: "issue_url",
    });
    expect(attributed({ ...issue, category: "web.unknown" }).taskKey).toBeNull();
  });

  it("takes the first of several keys of one project, and of two projects in one title the first", () => {
    expect(attributed({ windowTitle: "WPS-2 blocks WPS-1" }).taskKey).toBe("WPS-2");
    const two = attribute(
      {
        boundProjectId: "elsewhere",
        branch: null,
        windowTitle: "AT2-1 and WPS-1",
        pageTitle: null,
        url: null,
      },
      "dev.code",
      keys,
    );
    expect(two).toMatchObject({ projectId: "project-atlas", taskKey: "AT2-1" });
  });

  it.each([
    "UTF-8",
    "SHA-256",
    "ISO-8601",
    "NOPE-12",
    "WPS-0",
    "WPS-012",
    "WPS-12345678",
    "WPS12",
    "XWPS-12",
    "9WPS-12",
    "wps-12 in a title",
    "main",
  ])("finds no task in %j", (windowTitle) => {
    expect(attributed({ windowTitle })).toMatchObject({ taskKey: null, signal: "device" });
  });

  it.each([
    ["WPS-12", "WPS-12"],
    ["feature/WPS-12", "WPS-12"],
    ["feature_wps-12", "WPS-12"],
    ["fix-wps-12-again", "WPS-12"],
    ["main", null],
    ["master", null],
    ["develop", null],
    ["release/2026-11", null],
    ["dependabot/npm/utf-8", null],
  ])("reads from branch %j the task %j", (branch, taskKey) => {
    expect(attributed({ branch }).taskKey).toBe(taskKey);
  });

  it("does not search what is sensitive for keys", () => {
    const secret = {
      windowTitle: "WPS-12",
      url: "https://vault.bitwarden.com/WPS-12",
      category: "sensitive",
    };
    expect(attributed(secret)).toMatchObject({ taskKey: null, signal: "device" });
  });

  it("takes time linear in the text, however much it looks like keys", () => {
    const started = performance.now();
    for (const part of ["A", "AB-", "A1A1A1A1A1-", "WPS-1 "]) attributed({ branch: part.repeat(20_000) });
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
