import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mentionsOf, type TaskExists, weigh } from "@/lib/tracker/enrichment/attribution-rules";

const keys = new Map([
  ["WPS", "project-wps"],
  ["AT2", "project-atlas"],
]);

const BLANK = { boundProjectId: "project-wps", branch: null, windowTitle: null, pageTitle: null, url: null };

function attributed(
  {
    category = "dev.code",
    ...given
  }: Partial<{ [field in keyof typeof BLANK]: string }> & { category?: string },
  exists: TaskExists = () => true,
) {
  const sample = { ...BLANK, ...given };
  return weigh(sample, category, mentionsOf(sample, category, keys), exists).attribution;
}

describe("attribute", () => {
  it("falls back to the device's project, without a task, at low confidence", () => {
    expect(attributed({})).toEqual({
      projectId: "project-wps",
      taskKey: null,
      confidence: 0.25,
      signal: "device",
      suggestedProjectId: null,
      suggestedTaskKey: null,
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
      suggestedProjectId: null,
      suggestedTaskKey: null,
    });
  });

  it("believes a branch more than a title, and an issue's address most", () => {
    expect(attributed({ branch: "AT2-7", windowTitle: "WPS-12" }).suggestedTaskKey).toBe("AT2-7");
    const issue = { url: "https://linear.app/acme/issue/WPS-3/x", category: "plan.issues" };
    expect(attributed({ ...issue, branch: "AT2-7" })).toMatchObject({
      suggestedTaskKey: "WPS-3",
      signal: "issue_url",
    });
    expect(attributed(issue)).toMatchObject({ taskKey: "WPS-3", signal: "issue_url" });
    expect(attributed({ ...issue, category: "web.unknown" }).taskKey).toBeNull();
  });

  it("takes the first of several keys of one project, and of two projects in one branch the first", () => {
    expect(attributed({ branch: "WPS-2-blocks-WPS-1" }).taskKey).toBe("WPS-2");
    const two = attributed({ boundProjectId: "elsewhere", branch: "AT2-1-and-WPS-1" });
    expect(two).toMatchObject({ suggestedProjectId: "project-atlas", suggestedTaskKey: "AT2-1" });
  });

  it("suggests what a title alone says of the device's own project, and moves nothing to its task", () => {
    expect(attributed({ windowTitle: "WPS-7: totals" })).toEqual({
      projectId: "project-wps",
      taskKey: null,
      confidence: 0.587,
      signal: "title",
      suggestedProjectId: "project-wps",
      suggestedTaskKey: "WPS-7",
    });
  });

  it("takes no notice of what is weaker, such as a mail whose subject names a task of another project", () => {
    expect(attributed({ windowTitle: "Re: AT2-7 weekly digest — Inbox", category: "comm.mail" })).toEqual({
      projectId: "project-wps",
      taskKey: null,
      confidence: 0.25,
      signal: "device",
      suggestedProjectId: null,
      suggestedTaskKey: null,
    });
  });

  it("moves time below 0.7 nowhere, and suggests nothing below 0.4, whatever the evidence", () => {
    const text = fc.constantFrom(null, "AT2-1", "WPS-1", "AT2-1 WPS-1", "WPS-2 AT2-2", "main");
    const sample = fc.record({ branch: text, windowTitle: text, pageTitle: text, url: text });
    const category = fc.constantFrom("dev.code", "plan.issues", "comm.mail");
    fc.assert(
      fc.property(sample, category, fc.boolean(), (given, of, exist) => {
        const all = { ...BLANK, ...given };
        const result = weigh(all, of, mentionsOf(all, of, keys), () => exist).attribution;
        const isMoved = result.taskKey !== null || result.projectId !== "project-wps";
        if (isMoved) expect(result.confidence).toBeGreaterThanOrEqual(0.7);
        if (result.suggestedTaskKey !== null) {
          expect(isMoved).toBe(false);
          expect(result.confidence).toBeGreaterThanOrEqual(0.4);
          expect(result.confidence).toBeLessThan(0.7);
        }
        if (!exist) expect(result).toMatchObject({ signal: "device", taskKey: null, suggestedTaskKey: null });
      }),
    );
  });

  it("counts a key only where the task exists", () => {
    const exists: TaskExists = (projectId, number) => projectId === "project-atlas" && number === 7;
    expect(attributed({ branch: "at2-7" }, exists).projectId).toBe("project-atlas");
    expect(attributed({ branch: "at2-999999" }, exists)).toMatchObject({ signal: "device", taskKey: null });
    expect(attributed({ branch: "at2-8-like-at2-7" }, exists).taskKey).toBe("AT2-7");
  });

  it.each(["idle", "sensitive", "personal", "personal.music"])(
    "attributes what is %s to nothing",
    (category) => {
      const named = { branch: "WPS-12", windowTitle: "AT2-3", url: "https://vault.bitwarden.com/WPS-12" };
      expect(attributed({ ...named, category })).toEqual({
        projectId: null,
        taskKey: null,
        confidence: 0,
        signal: "none",
        suggestedProjectId: null,
        suggestedTaskKey: null,
      });
    },
  );

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
    expect(attributed({ windowTitle })).toMatchObject({
      suggestedTaskKey: null,
      taskKey: null,
      signal: "device",
    });
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
    ["chore/wps-2.0-migration", null],
    ["wps-2024-11-05", null],
    ["dependabot/npm_and_yarn/wps-3.1.2", null],
    ["WPS-12-34", null],
    ["WPS-12-2fa", "WPS-12"],
    ["WPS-12.", "WPS-12"],
  ])("reads from branch %j the task %j", (branch, taskKey) => {
    expect(attributed({ branch }).taskKey).toBe(taskKey);
  });

  it("takes time linear in the text, however much it looks like keys", () => {
    const started = performance.now();
    for (const part of ["A", "AB-", "A1A1A1A1A1-", "WPS-1 "]) attributed({ branch: part.repeat(20_000) });
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
