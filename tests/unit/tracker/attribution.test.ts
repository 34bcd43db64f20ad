import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addCarried, type TaskExists, weigh } from "@/lib/tracker/enrichment/attribution-rules";
import { projectRuled } from "@/lib/tracker/enrichment/category-rules";
import {
  codePageOf,
  mentionsOf,
  remoteName,
  type Surroundings,
} from "@/lib/tracker/enrichment/mention-rules";
import { compileWritten } from "@/lib/tracker/enrichment/written-rules";
import { processorMs } from "@/tests/support/processor-time";

const ATLAS = "019ab000-0000-7000-8000-0000000000a2";
const SHOP = { fullName: "acme/shop", projectId: ATLAS };
const TOOLS = { fullName: "acme/tools", projectId: null };
const OTHERS = { fullName: "acme/others", projectId: "a-project-of-others" };
const CONSOLE = "https://console.example";

const RULES = compileWritten("own", [
  { id: "1", kind: "path", value: "~/src/elsewhere", project_id: "elsewhere" },
  { id: "2", kind: "path", value: "~/src", category: "dev.code" },
  { id: "3", kind: "path", value: "~/src/atlas", category: "design", project_id: ATLAS },
  { id: "4", kind: "host", value: "board.example", project_id: ATLAS },
  { id: "5", kind: "repository", value: "acme/billing", project_id: ATLAS },
]);

const around: Surroundings = {
  keys: new Map([
    ["WPS", "project-wps"],
    ["AT2", ATLAS],
  ]),
  keyOf: new Map([
    ["project-wps", "WPS"],
    [ATLAS, "AT2"],
  ]),
  consoleUrl: CONSOLE,
  repositoryOf: (remote) =>
    [SHOP, TOOLS, OTHERS].find(({ fullName }) => fullName === remoteName(remote, "github.com")),
  pageOf: (url) => {
    const page = codePageOf(url, "https://github.com");
    const repository = [SHOP, TOOLS, OTHERS].find(({ fullName }) => fullName === page?.name);
    const tasks = page?.number === 87 ? [{ projectId: ATLAS, number: 7 }] : [];
    return repository && { repository, tasks };
  },
  workAround: ({ end }) =>
    Math.abs(end - 5_000) <= 1_800
      ? [{ at: 5_000, repository: SHOP, branch: null, text: end > 5_000 ? "AT2-9: totals" : "Totals" }]
      : [],
  ruledFor: (sample) => projectRuled(sample, [RULES], (projectId) => projectId !== "elsewhere"),
};

const BLANK = {
  boundProjectId: "project-wps",
  appName: "Code",
  bundleId: "com.microsoft.VSCode",
  branch: null,
  windowTitle: null,
  pageTitle: null,
  url: null,
  repo: null,
  path: null,
  cwd: null,
  isPrivate: false,
  inCall: false,
  callApp: null,
  inputEvents: null,
  intervalS: 60,
  end: 0,
};

type Texts = "boundProjectId" | "branch" | "windowTitle" | "pageTitle" | "url" | "repo" | "path" | "cwd";

function attributed(
  { category = "dev.code", ...given }: Partial<{ [field in Texts]: string }> & { category?: string },
  exists: TaskExists = () => true,
) {
  const sample = { ...BLANK, ...given };
  return weigh(sample, category, mentionsOf(sample, category, around), exists).attribution;
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
      projectId: ATLAS,
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
    expect(two).toMatchObject({ suggestedProjectId: ATLAS, suggestedTaskKey: "AT2-1" });
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

  it("ignores weaker evidence, such as a mail whose subject names a task of another project", () => {
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
    const repo = fc.constantFrom(null, "acme/shop", "acme/others");
    const page = fc.constantFrom(null, "AT2-1", "https://github.com/acme/shop/pull/87", "WPS-2");
    const sample = fc.record({ branch: text, windowTitle: text, pageTitle: text, url: page, repo });
    const category = fc.constantFrom("dev.code", "plan.issues", "comm.mail");
    fc.assert(
      fc.property(sample, category, fc.boolean(), (given, of, exist) => {
        const all = { ...BLANK, ...given };
        const result = weigh(all, of, mentionsOf(all, of, around), () => exist).attribution;
        const isMoved = result.taskKey !== null || result.projectId !== "project-wps";
        if (isMoved) expect(result.confidence).toBeGreaterThanOrEqual(0.7);
        if (result.suggestedProjectId !== null) {
          expect(result.taskKey).toBeNull();
          expect(result.confidence).toBeGreaterThanOrEqual(0.4);
          if (!isMoved) expect(result.confidence).toBeLessThan(0.7);
          else expect(result.suggestedProjectId).toBe(result.projectId);
        }
        if (!exist) expect(result).toMatchObject({ taskKey: null, suggestedTaskKey: null });
      }),
    );
  });

  it("lets what a device clearly worked on support a project that a sample names weakly, and changes nothing else", () => {
    const text = fc.constantFrom(null, "AT2-1", "WPS-1", "AT2-1 WPS-1", "main");
    const repo = fc.constantFrom(null, "acme/shop");
    const sample = fc.record({ branch: text, windowTitle: text, pageTitle: text, repo });
    const category = fc.constantFrom("dev.code", "comm.mail", "idle");
    const carried = fc.record({
      projectId: fc.constantFrom("project-wps", ATLAS, "elsewhere"),
      taskKey: fc.constantFrom(null, "AT2-1", "WPS-1"),
      weight: fc.constantFrom(0.038, 0.15, 0.3),
    });
    fc.assert(
      fc.property(sample, category, carried, (given, of, { projectId, ...rest }) => {
        const all = { ...BLANK, ...given };
        const mentions = mentionsOf(all, of, around);
        const own = weigh(all, of, mentions, () => true);
        const both = addCarried(all, own, projectId, { ...rest, evidence: "60" });
        const names = mentions.some((mention) => mention.projectId === projectId);
        if (own.outcome === "moved" || !names) expect(both).toBe(own);
        const sureness = ({ candidates }: typeof own) =>
          1 - (candidates.find((each) => each.projectId === projectId)?.doubt ?? 1);
        expect(sureness(both)).toBeGreaterThanOrEqual(sureness(own));
        const named = new Set(["project-wps", null, ...mentions.map((mention) => mention.projectId)]);
        expect(named).toContain(both.attribution.projectId);
        expect(named).toContain(both.attribution.suggestedProjectId);
      }),
    );
  });

  it("counts a key only where the task exists", () => {
    const exists: TaskExists = (projectId, number) => projectId === ATLAS && number === 7;
    expect(attributed({ branch: "at2-7" }, exists).projectId).toBe(ATLAS);
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
    ["wps-12-34", null],
    ["WPS-12-34", "WPS-12"],
    ["WPS-2026-11", null],
    ["release/WPS-12-2", null],
    ["origin/wps-12-x", "WPS-12"],
    ["wps-12-x-axis", "WPS-12"],
    ["wps-12-x-stable", null],
    ["hotfix/wps-12-2.3", "WPS-12"],
    ["WPS-12-2fa", "WPS-12"],
    ["my-wps-2x", null],
    ["wps-3.x", null],
    ["WPS-12a", null],
    ["WPS-12.fix", "WPS-12"],
    ["WPS-12_x", "WPS-12"],
    ["dependabot/docker/wps-12", null],
    ["renovate/major-wps-7", null],
    ["snyk-fix-wps-12", null],
    ["origin/renovate/wps-12", null],
    ["fix/renovate-wps-12", "WPS-12"],
    ["gh-readonly-queue/main/wps-12-0a1b2c3d", null],
    ["ana/wps-12/pay-later", "WPS-12"],
    ["bugfix/wps-12--rounding", "WPS-12"],
    ["hotfix/1.4.2-WPS-12", "WPS-12"],
    ["refs/heads/users/ana/WPS-12", "WPS-12"],
    ["[WPS-12] pay later", "WPS-12"],
    ["wps_12", null],
    ["wps/12", null],
    ["release/wps-1.2.3", null],
    ["release/wps-12", null],
    ["origin/releases/wps-12", null],
    ["release/WPS-12", "WPS-12"],
    ["release-wps-12", null],
    ["stable/wps-12", null],
    ["tags/wps-12", null],
    ["fix/release-notes-wps-12", "WPS-12"],
    ["chore/upgrade-wps-12", null],
    ["update-wps-12", null],
    ["support/wps-12", null],
    ["wps-12-stable", null],
    ["migrate-to-wps-3", null],
    ["update/wps-12-copy", "WPS-12"],
    ["wps-2_0", null],
    ["wps-3-rc1", null],
    ["docs/wps-3-beta", null],
    ["wps-3-beta-banner", "WPS-3"],
    ["wps-1-to-2", null],
    ["part/wps-1-of-3", null],
    ["WPS-12.", "WPS-12"],
    ["fix/wps-12-500-error", "WPS-12"],
    ["ana/wps-12-404-page", "WPS-12"],
    ["ana/wps-12-1000-users-at-once", "WPS-12"],
    ["wps-12-2024-report", null],
    ["wps-12-100-of-200", null],
    ["wps-12-100-of-them", "WPS-12"],
    ["wps-12-500", null],
    ["improvement/wps-12-3-step-login", "WPS-12"],
    ["ana/wps-12-2-factor-codes", "WPS-12"],
    ["origin/ana/wps-12-2-factor-codes", "WPS-12"],
    ["wps-12-1-model", null],
    ["origin/wps-12-1-model", null],
    ["refs/heads/wps-12-1-model", null],
    ["feature/wps-12-1", null],
    ["ana/wps-12-1-of-3", null],
    ["ana/wps-2024-11-report", null],
    ["ana/wps-12-1-2-model", null],
    ["wps-10-000-items", null],
  ])("reads from branch %j the task %j", (branch, taskKey) => {
    expect(attributed({ branch }).taskKey).toBe(taskKey);
  });

  it("takes a standard's name for no task, also in a project of that key, except in an issue's address", () => {
    const standards = [
      "UTF",
      "SHA",
      "ISO",
      "COVID",
      "RFC",
      "HTTP",
      "CWE",
      "CVE",
      "PSR",
      "BSD",
      "ICD",
      "IFRS",
      "RS",
    ];
    const named = [...standards, "GPT", "WEST", "EAST"];
    const keys = new Map(named.map((key) => [key, ATLAS]));
    const taskOf = (given: Partial<{ [field in Texts]: string }>, category: string) => {
      const sample = { ...BLANK, ...given };
      const mentions = mentionsOf(sample, category, { ...around, keys });
      return weigh(sample, category, mentions, () => true).candidates.flatMap(({ taskKey }) => taskKey ?? []);
    };
    for (const text of [
      "utf-8-bom",
      "fix/UTF-16-names",
      "SHA-256",
      "iso-8601-dates",
      "COVID-19",
      "parse/rfc-7231",
      "http-2",
      "fix/cwe-79-xss",
      "cve-2024",
      "chore/psr-12",
      "BSD-3",
      "icd-10-codes",
      "IFRS-16",
      "RS-485",
      "deploy/us-west-1",
      "eu-west-3/cache",
      "us-gov-east-1",
    ]) {
      expect(taskOf({ branch: text, windowTitle: text.toUpperCase() }, "dev.code")).toEqual([]);
    }
    expect(taskOf({ branch: "utf-9-bom" }, "dev.code")).toEqual(["UTF-9"]);
    expect(taskOf({ windowTitle: "GPT-4 pricing" }, "web.unknown")).toEqual([]);
    expect(taskOf({ branch: "gpt-4-prompts" }, "dev.code")).toEqual(["GPT-4"]);
    expect(taskOf({ windowTitle: "GPT-12 Prompts" }, "web.unknown")).toEqual(["GPT-12"]);
    expect(taskOf({ branch: "fix-west-1" }, "dev.code")).toEqual(["WEST-1"]);
    expect(taskOf({ url: "https://acme.atlassian.net/browse/UTF-8" }, "plan.issues")).toEqual(["UTF-8"]);
  });

  it.each([
    "https://youtrack.jetbrains.com/issue/WPS-12/Folding",
    "https://issues.apache.org/jira/browse/WPS-12",
    "https://bugs.mojang.com/browse/WPS-12",
    "https://hibernate.atlassian.net/browse/WPS-12",
  ])("finds no task on %s, whose keys are another product's", (url) => {
    const page = { url, windowTitle: "WPS-12 Folding", pageTitle: "WPS-12 Folding", category: "plan.issues" };
    expect(attributed(page)).toMatchObject({ signal: "device", suggestedTaskKey: null });
  });

  it.each([
    ["dev.ops", "WPS-12 - Remote Desktop Connection", null],
    ["dev.terminal", "root@WPS-12: ~", null],
    ["system", "\\\\WPS-12\\share", null],
    ["dev.terminal", "git switch WPS-12", "WPS-12"],
    ["dev.code", "WPS-12 total.ts", "WPS-12"],
  ])(
    "takes what %s has in its title %j for a machine or a task",
    (category, windowTitle, suggestedTaskKey) => {
      expect(attributed({ category, windowTitle })).toMatchObject({ suggestedTaskKey });
    },
  );

  it("takes a task's page of this console for that task, and other consoles' for nothing", () => {
    const url = `${CONSOLE}/w/acme/projects/${ATLAS}?task=7`;
    expect(attributed({ url, category: "web.unknown" })).toEqual({
      projectId: ATLAS,
      taskKey: "AT2-7",
      confidence: 0.775,
      signal: "task_page",
      suggestedProjectId: null,
      suggestedTaskKey: null,
    });
    const none = { signal: "device", taskKey: null, suggestedTaskKey: null };
    expect(attributed({ url }, () => false)).toMatchObject(none);
    for (const other of [
      url.replace("console.example", "console.example.evil"),
      url.replace(CONSOLE, "https://evil.example"),
      url.replace(ATLAS, "019ab000-0000-7000-8000-0000000000ff"),
      url.replace("?task=7", "?task=07"),
      url.replace("?task=7", ""),
      `https://evil.example/?u=${url}`,
    ]) {
      expect(attributed({ url: other })).toMatchObject(none);
    }
  });

  it("takes an adopted repository's pull request for the task that it is linked to, or for the repository's project", () => {
    const page = (number: number) => ({ url: `https://github.com/Acme/Shop/pull/${number}/files` });
    expect(attributed(page(87))).toMatchObject({ projectId: ATLAS, taskKey: "AT2-7", signal: "linked_page" });
    expect(attributed(page(88))).toMatchObject({
      projectId: "project-wps",
      signal: "code_page",
      confidence: 0.475,
      suggestedProjectId: ATLAS,
      suggestedTaskKey: null,
    });
    expect(attributed(page(87), () => false)).toMatchObject({ signal: "code_page", taskKey: null });
    for (const name of ["acme/tools", "acme/others", "acme/unknown"]) {
      expect(attributed({ url: `https://github.com/${name}/issues/3` }).signal).toBe("device");
    }
  });

  it("suggests an adopted repository's project, moves time to it with more evidence, and to a task only by the task's own", () => {
    const repo = "git@github.com:Acme/Shop.git";
    expect(attributed({ repo })).toMatchObject({
      projectId: "project-wps",
      signal: "repository",
      suggestedProjectId: ATLAS,
      suggestedTaskKey: null,
    });
    expect(attributed({ repo, url: "https://github.com/acme/shop/issues/3" })).toMatchObject({
      projectId: ATLAS,
      taskKey: null,
      suggestedProjectId: null,
    });
    const titled = { repo, url: "https://github.com/acme/shop/issues/3", windowTitle: "AT2-9: totals" };
    expect(attributed(titled)).toMatchObject({
      projectId: ATLAS,
      taskKey: null,
      suggestedProjectId: ATLAS,
      suggestedTaskKey: "AT2-9",
    });
    expect(attributed({ repo, branch: "at2-9" })).toMatchObject({ projectId: ATLAS, taskKey: "AT2-9" });
    expect(attributed({ repo: "acme/tools" }).signal).toBe("device");
    expect(attributed({ repo: "acme/others" }).signal).toBe("device");
    expect(attributed({ repo, category: "personal" }).signal).toBe("none");
  });

  it.each([
    ["git@github.com:acme/shop.git", "acme/shop"],
    ["git@github.com:Acme/Shop", "acme/shop"],
    ["https://github.com/Acme/Shop.git", "acme/shop"],
    ["https://github.com/acme/shop/", "acme/shop"],
    ["http://www.github.com/acme/shop", "acme/shop"],
    ["https://someone@github.com/acme/shop.git", "acme/shop"],
    ["ssh://git@github.com/acme/shop.git", "acme/shop"],
    ["ssh://git@github.com:22/acme/shop.git", "acme/shop"],
    ["ssh://git@ssh.github.com:443/acme/shop.git", "acme/shop"],
    ["git://github.com/acme/shop.git", "acme/shop"],
    ["git+ssh://git@github.com/acme/shop", "acme/shop"],
    ["github.com/acme/shop", "acme/shop"],
    ["acme/shop", "acme/shop"],
    ["git@github.com:/acme/shop.git", "acme/shop"],
    ["https://github.com//acme/shop.git", "acme/shop"],
    ["git+ssh://git@github.com:acme/shop.git", "acme/shop"],
    ["git+https://github.com/acme/shop.git#v2.1", "acme/shop"],
    ["https://github.com/acme/shop?tab=readme-ov-file#install", "acme/shop"],
    ["git@github.com-work:Acme/Shop.git", "acme/shop"],
    ["ssh://git@github.com-client-b/acme/shop", "acme/shop"],
    ["org-1234@github.com:acme/shop.git", "acme/shop"],
    ["https://x-access-token:ghs_a@GitHub.com:443/acme/shop.git/", "acme/shop"],
    ["git@github.com:1024/shop.git", "1024/shop"],
    ["git@github.com:22/acme/shop.git", "acme/shop"],
    ["git@github.com.evil-x:acme/shop", null],
    ["file://acme/shop", null],
    ["https://gitlab.com/acme/shop.git", null],
    ["https://github.com.evil.example/acme/shop", null],
    ["https://github.com/acme", null],
    ["https://github.com/acme/shop/tree", null],
    ["~/src/shop", null],
    ["/srv/shop", null],
    ["C:\\src\\shop", null],
    ["./shop", null],
    ["shop", null],
    ["", null],
  ])("reads the remote %j as %j", (remote, name) => {
    expect(remoteName(remote, "github.com")).toBe(name);
  });

  it.each([
    ["code.acme.example", "git@code.acme.example:acme/shop.git"],
    ["code.acme.example", "ssh://git@Code.Acme.Example:7999/acme/shop.git"],
    ["code.acme.example", "https://code.acme.example:8443/acme/shop"],
    ["git", "git@git:acme/shop.git"],
    ["git", "ssh://git@git/acme/shop.git"],
    ["10.0.0.5", "git@10.0.0.5:acme/shop.git"],
    ["10.0.0.5", "http://10.0.0.5:3000/acme/shop.git"],
  ])("reads remotes of the company's own host %s: %j", (host, remote) => {
    expect(remoteName(remote, host)).toBe("acme/shop");
    expect(remoteName(remote, "github.com")).toBeNull();
  });

  it.each([
    ["https://github.com/acme/shop/pull/12", 12],
    ["https://github.com/Acme/Shop/pull/12/files", 12],
    ["https://www.github.com/acme/shop/issues/12", 12],
    ["https://github.com/acme/shop/pulls/12", 12],
    ["https://github.com/acme/shop/-/merge_requests/12", 12],
    ["https://github.com/acme/shop/pull/12/files?w=1#diff-a", 12],
    ["https://github.com/acme/shop/issues/12#issuecomment-9", 12],
    ["https://github.com/acme/shop/pull/12.diff", 12],
    ["HTTPS://GitHub.com:443/ACME/shop/pull/12/", 12],
    ["http://github.com/acme/shop/pull/12", 12],
    ["https://github.com:8443/acme/shop/pull/12", null],
    ["https://github.com@evil.example/acme/shop/pull/12", null],
    ["ftp://github.com/acme/shop/pull/12", null],
    ["github.com/acme/shop/pull/12", null],
    ["https://github.com/acme/shop/issues", null],
    ["https://github.com/acme/shop/pull/12abc", null],
    ["https://github.com/acme/shop/pull/0", null],
    ["https://github.com/acme/shop/tree/pull/12", null],
    ["https://github.com.evil.example/acme/shop/pull/12", null],
    ["https://evil.example/https://github.com/acme/shop/pull/12", null],
  ])("reads the address %j as number %j", (url, number) => {
    expect(codePageOf(url, "https://github.com")).toEqual(number && { name: "acme/shop", number });
  });

  it.each([
    ["https://code.acme.example", "https://Code.Acme.example/acme/shop/pull/12", 12],
    ["https://code.acme.example:8443/", "https://code.acme.example:8443/acme/shop/pull/12", 12],
    ["https://code.acme.example:8443", "https://code.acme.example/acme/shop/pull/12", null],
    ["https://acme.example/code", "https://acme.example/code/acme/shop/issues/12", 12],
    ["https://acme.example/code", "https://acme.example/acme/shop/issues/12", null],
    ["https://code.acme.example", "https://github.com/acme/shop/pull/12", null],
  ])("reads pages of the company's own host %s: %j as number %j", (host, url, number) => {
    expect(codePageOf(url, host)).toEqual(number && { name: "acme/shop", number });
  });

  it.each([
    ["https://acme.atlassian.net/browse/wps-3", "WPS-3"],
    ["https://linear.app/acme/issue/wps-3/pay-later", "WPS-3"],
    ["https://acme.youtrack.cloud/issue/Wps-3", "WPS-3"],
    ["https://acme.youtrack.cloud/issues/wps", null],
    ["https://linear.app/acme/issue/abc-1/wps-3", null],
    ["https://acme.atlassian.net/browse/wps-3-4", null],
  ])("reads from the issue's page %j the task %j, however its key is typed", (url, taskKey) => {
    expect(attributed({ url, category: "plan.issues" }).taskKey).toBe(taskKey);
  });

  it("takes what is in a folder, a repository or a website that a rule names for its project", () => {
    const moved = { projectId: ATLAS, taskKey: null, confidence: 0.775, signal: "own_rule" };
    expect(attributed({ path: "~/src/Atlas/lib/a.ts" })).toMatchObject(moved);
    expect(attributed({ cwd: "~/src/atlas" })).toMatchObject(moved);
    expect(attributed({ url: "https://board.example/x" })).toMatchObject(moved);
    expect(attributed({ repo: "git@github.com:acme/billing.git" })).toMatchObject(moved);
    expect(attributed({ cwd: "~/src/atlas", branch: "at2-9" })).toMatchObject({ taskKey: "AT2-9" });
    expect(attributed({ cwd: "~/src/atlas", branch: "wps-9" })).toMatchObject({
      projectId: "project-wps",
      suggestedProjectId: ATLAS,
    });
    const titled = attributed({ cwd: "~/src/atlas", windowTitle: "AT2-9" });
    expect(titled).toMatchObject({ projectId: ATLAS, taskKey: null, suggestedTaskKey: "AT2-9" });
    for (const cwd of ["~/src/atlasses", "~/src/other", "~/src/elsewhere/a"]) {
      expect(attributed({ cwd }).signal).toBe("device");
    }
    expect(attributed({ cwd: "~/src/atlas", category: "personal.music" }).signal).toBe("none");
  });

  it("takes what is close to a commit of one's own for its task, or its repository's project", () => {
    const close = (end: number, given: Partial<{ [field in Texts]: string }> = {}) => {
      const sample = { ...BLANK, end, ...given };
      return weigh(sample, "dev.terminal", mentionsOf(sample, "dev.terminal", around), () => true)
        .attribution;
    };
    expect(close(4_900)).toMatchObject({
      signal: "own_work",
      suggestedProjectId: ATLAS,
      suggestedTaskKey: null,
    });
    expect(close(5_100)).toMatchObject({ suggestedProjectId: ATLAS, suggestedTaskKey: "AT2-9" });
    expect(close(4_900, { repo: "acme/shop" })).toMatchObject({ projectId: ATLAS, taskKey: null });
    expect(close(5_100, { windowTitle: "AT2-9" })).toMatchObject({
      suggestedProjectId: ATLAS,
      confidence: 0.655,
    });
    expect(close(9_000).signal).toBe("device");
  });

  it("takes the task of the nearest of several commits, before or after", () => {
    const commit = (at: number, text: string) => ({ at, repository: SHOP, branch: null, text });
    const work = [commit(3_500, "AT2-1"), commit(4_500, "AT2-2"), commit(6_000, "AT2-3")];
    const suggested = (end: number) => {
      const sample = { ...BLANK, end };
      const busy = { ...around, workAround: () => work };
      return weigh(sample, "dev.code", mentionsOf(sample, "dev.code", busy), () => true).attribution
        .suggestedTaskKey;
    };
    expect([3_900, 4_100, 4_540, 5_200, 5_400, 5_900].map(suggested)).toEqual([
      "AT2-1",
      "AT2-2",
      "AT2-2",
      "AT2-2",
      "AT2-3",
      "AT2-3",
    ]);
  });

  it("takes time linear in the text, however much it looks like keys", () => {
    const took = processorMs(() => {
      for (const part of ["A", "AB-", "A1A1A1A1A1-", "WPS-1 "]) attributed({ branch: part.repeat(20_000) });
    });
    expect(took).toBeLessThan(3_000);
  });
});
