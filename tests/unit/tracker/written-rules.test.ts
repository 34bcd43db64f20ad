import { describe, expect, it } from "vitest";
import { BUILT_IN_LAYER } from "@/lib/tracker/enrichment/built-in-rules";
import { categorise, matchingRules } from "@/lib/tracker/enrichment/category-rules";
import { readTitlePattern } from "@/lib/tracker/enrichment/title-patterns";
import { compileWritten, normalValue, type RuleKind } from "@/lib/tracker/enrichment/written-rules";
import { fromActivityWatch } from "@/lib/tracker/rules/activitywatch";

type Shown = Partial<Parameters<typeof categorise>[0]>;

const NOTHING = {
  appName: "Unheard Of",
  bundleId: "",
  windowTitle: null,
  url: null,
  pageTitle: null,
  path: null,
  isPrivate: false,
  inCall: false,
  callApp: null,
  inputEvents: null,
  intervalS: 60,
};

/** A layer of rules as people give them, of different categories in turn, each with its place as its id. */
function layerOf(...rules: [RuleKind, string][]) {
  const categories = ["learn", "design", "plan", "biz"] as const;
  return compileWritten(
    "workspace",
    rules.map(([kind, given], place) => {
      const value = normalValue(kind, given);
      if (typeof value !== "string") throw new Error(value.problem);
      return { id: String(place), kind, value, category: categories[place % 4] ?? "learn" };
    }),
  );
}

function ruleFor(shown: Shown, ...rules: [RuleKind, string][]): string {
  return categorise({ ...NOTHING, ...shown }, [layerOf(...rules), BUILT_IN_LAYER]).ruleId;
}

describe("a rule that somebody wrote", () => {
  it.each<[RuleKind, string, Shown]>([
    ["bundle", "com.acme.Shop", { bundleId: "com.acme.shop" }],
    ["bundle", "com.acme.*", { bundleId: "com.acme.shop" }],
    ["executable", "Code.exe", { bundleId: "code", appName: "Code" }],
    ["executable", "code", { bundleId: "C:\\Programs\\Code.exe" }],
    ["executable", "acme-pos", { bundleId: "", appName: "acme-pos 2.1" }],
    ["executable", "chrome.exe", { bundleId: "chrome.exe", appName: "Google Chrome" }],
    ["host", "https://www.acme.example/", { url: "https://shop.acme.example/x" }],
    ["host", "github.com/acme", { url: "https://github.com/acme/shop/pull/1" }],
    ["host", "intranet", { url: "http://intranet/" }],
    ["host", "http://Intranet:8080/wiki", { url: "http://intranet/wiki/Home" }],
    ["host", "Müller.example/shop", { url: "https://www.müller.example/shop/1" }],
    ["host", "例え.テスト", { url: "https://xn--r8jz45g.xn--zckzah/" }],
    ["host", "acme.example.", { url: "https://acme.example./x" }],
    ["path", "~/src/shop/", { path: "~/src/shop/lib/a.ts" }],
    ["path", "C:\\Work\\Shop", { path: "c:\\work\\shop\\a.ts" }],
    ["path", "~/src/shop", { cwd: "~/src/shop" }],
    ["path", "/Users/ana/src/shop", { path: "~/src/shop/a.ts" }],
    ["path", "/home/ana/src/Shop/", { cwd: "~/src/shop/lib" }],
    ["path", "C:\\Users\\Ana\\src\\shop", { path: "~\\src\\shop\\a.ts" }],
    ["path", "~/src/shop", { path: "file://~/src/shop/a.ts" }],
    ["path", "file:///srv/shop", { path: "/srv/shop/a.ts" }],
    ["path", "~/src/shop", { path: "vscode-remote://ssh-remote%2Bbox/home/ana/src/shop/a.ts" }],
    ["path", "~/src/shop", { path: "vscode-remote://ssh-remote+box~/src/shop/a.ts" }],
    ["path", "ssh://ana@box/srv/shop", { cwd: "/srv/shop/lib" }],
    ["path", "~/src/shop", { path: "/root/src/shop/a.ts" }],
    ["path", "C:\\Work\\Shop", { path: "/mnt/c/Work/Shop/a.ts" }],
    ["path", "/cygdrive/c/work/shop", { path: "C:/Work/Shop/a.ts" }],
    ["path", "C:/work/shop", { path: "file:///c:/work/shop/a.ts" }],
    ["path", "~/src/b\u00fcro", { path: "~/src/bu\u0308ro/a.ts" }],
    ["extension", ".TS", { path: "a.ts" }],
    ["repository", "acme/shop", { repo: "git@github.com:acme/shop.git" }],
    ["repository", "https://github.com/acme/shop", { repo: "https://github.com/Acme/Shop.git" }],
    ["branch", "main", { branch: "main" }],
    ["branch", "feature/*", { branch: "feature/pay-later" }],
    ["title~", "sprint (review|planning)", { windowTitle: "Q3 Sprint Planning - Acme" }],
    ["title~", "^inv-\\d+$", { windowTitle: "INV-12" }],
  ])("%s %s decides over the service's", (kind, value, shown) => {
    expect(ruleFor(shown, [kind, value])).toBe("workspace/0");
  });

  it.each<[RuleKind, string, Shown]>([
    ["bundle", "com.acme.*", { bundleId: "com.acmefake.shop" }],
    ["executable", "code", { bundleId: "codebook", appName: "Codebook" }],
    ["host", "acme.example", { url: "https://notacme.example/" }],
    ["host", "acme.example", { url: "https://acme.example.evil.io/" }],
    ["host", "intranet", { url: "https://acme.intranet/" }],
    ["host", "intranet", { url: "https://intranet.evil.io/" }],
    ["host", "github.com/acme", { url: "https://github.com/acmefake/x" }],
    ["path", "~/src/shop", { path: "~/src/shopping/a.ts" }],
    ["path", "/Users/ana/src/shop", { path: "/srv/src/shop/a.ts" }],
    ["path", "~/src/shop", { path: "/rooted/src/shop/a.ts" }],
    ["path", "/srv/shop", { path: "https://box/srv/shop/a.ts" }],
    ["path", "C:\\work", { path: "/mnt/d/work/a.ts" }],
    ["repository", "acme/shop", { repo: "git@github.com:notacme/shop.git" }],
    ["branch", "feature/*", { branch: "features/x" }],
    ["title~", "sprint (review|planning)", { windowTitle: "Sprint retro" }],
  ])("%s %s matches nothing that only looks alike: %j", (kind, value, shown) => {
    expect(ruleFor(shown, [kind, value])).not.toBe("workspace/0");
  });

  it("matches where it was stored before homes were shortened in rules", () => {
    const stored = {
      id: "0",
      kind: "path" as const,
      value: "/users/ana/src/shop",
      category: "learn" as const,
    };
    const shown = { ...NOTHING, path: "~/src/shop/a.ts" };
    expect(categorise(shown, [compileWritten("own", [stored]), BUILT_IN_LAYER]).ruleId).toBe("own/0");
  });

  it("takes precedence by its place, whatever it names", () => {
    const shown = { url: "https://github.com/acme/shop", branch: "main", windowTitle: "Acme shop" };
    const [host, path]: [RuleKind, string][] = [
      ["host", "github.com"],
      ["host", "github.com/acme"],
    ];
    if (!host || !path) throw new Error("unreachable");
    expect(ruleFor(shown, host, path)).toBe("workspace/0");
    expect(ruleFor(shown, ["title~", "acme"], path)).toBe("workspace/0");
    expect(ruleFor(shown, ["extension", "rs"], path, host)).toBe("workspace/1");
    const layer = layerOf(path, ["branch", "main"], ["title~", "shop"], ["branch", "other"]);
    const all = ["workspace/0", "workspace/1", "workspace/2"];
    expect(matchingRules({ ...NOTHING, ...shown }, layer)).toEqual(all);
  });

  it("never sees what is private", () => {
    expect(ruleFor({ isPrivate: true, appName: "acme" }, ["executable", "acme"])).toBe("built-in/private");
  });

  it.each<[RuleKind, string]>([
    ["bundle", "*"],
    ["bundle", "com.*"],
    ["executable", "*"],
    ["host", "*"],
    ["host", "com"],
    ["host", "info"],
    ["host", "de"],
    ["host", "123"],
    ["host", "two words"],
    ["host", "müller example"],
    ["host", ""],
    ["path", "/"],
    ["path", "~"],
    ["path", "C:\\"],
    ["path", "/home/ana"],
    ["path", "/root"],
    ["path", "ssh://box"],
    ["path", "C:\\Users\\Ana\\"],
    ["path", "/mnt/c"],
    ["extension", "*"],
    ["repository", "*"],
    ["branch", "*"],
    ["title~", ".*"],
    ["title~", "(a+)+$"],
    ["title~", "a|b"],
    ["title~", "[a-z]+"],
    ["title~", "(acme)?"],
    ["title~", "acme|.*"],
    ["title~", "(acme"],
    ["title~", "acme(?=shop)"],
    ["title~", "(acme)\\1"],
  ])("%s %j is refused, with the reason", (kind, value) => {
    expect(normalValue(kind, value)).toHaveProperty("problem");
  });
});

describe("a pattern of titles", () => {
  it.each([
    ["acme", [["acme"]]],
    ["Acme Shop", [["acme shop"]]],
    ["acme.*shopping", [["acme"], ["shopping"]]],
    ["GMail|Thunderbird|mutt", [["gmail", "thunderbird", "mutt"]]],
    ["(gmail|mutt) inbox", [["gmail", "mutt"], [" inbox"]]],
    ["(sprint|week) 7 (review|plan)+", [["sprint", "week"], [" 7 "], ["review", "plan"]]],
    ["a shop.*acme|week", [["a shop", "week"]]],
    ["acme( shop)?", [["acme"]]],
    ["(gmail|mutt)\\d", [["gmail", "mutt"]]],
    ["(?:acme)+", [["acme"]]],
    ["a{2,3}cme", [["cme"]]],
    ["sho?p", [["sh"]]],
    ["acm[eE]", [["acm"]]],
    ["acme\\.io", [["acme.io"]]],
    ["\\bacme\\b", [["acme"]]],
    ["[|)]acme", [["acme"]]],
    ["[^]x]acme", [["acme"]]],
    ["\\p{Lu}acme", [["acme"]]],
  ])("%s is tried only where what it requires occurs", (source, required) => {
    expect(readTitlePattern(source)).toMatchObject({ required });
  });

  it.each([
    "acme\\pL{0,999}",
    `acme${"(?:.{0,30}){0,30}".repeat(11)}!`,
    `acme${"\\pL{999}".repeat(20)}`,
    `\\Qacme\\E ltd${"\\pL{999}".repeat(20)}`,
    "acme(?:(?:x{10}){10}){10}",
    "acme(?:one|two|three|four){1,40}",
  ])("%s is refused: every title would take too long", (source) => {
    expect(readTitlePattern(source)).toMatch(/^Repeats too much/);
  });

  it("can be as long as a rule, and repeat what a title repeats", () => {
    const names = Array.from({ length: 33 }, (_, n) => `acme ${n}`).join("|");
    for (const source of [
      names.slice(0, 200),
      "inv-\\d{4}-\\d{1,8}",
      "\\p{L}{2,40}@acme",
      "acme (?:[a-z]{3,12} ){1,5}ltd",
    ]) {
      expect([source, readTitlePattern(source)]).toEqual([source, expect.objectContaining({})]);
    }
  });

  it("takes time in proportion to the title, however it is written", () => {
    const layer = layerOf(["title~", "acme(a+)+$"], ["title~", "(x+x+)+acme"]);
    const windowTitle = `acme${"a".repeat(5_000)}!${"x".repeat(5_000)}`;
    const { ruleId } = categorise({ ...NOTHING, windowTitle }, [layer, BUILT_IN_LAYER]);
    expect(ruleId).toBe("built-in/none");
  });
});

describe("ActivityWatch's categories", () => {
  const regex = (text: string) => ({ type: "regex", regex: text, ignore_case: true });

  it("become rules, the deepest first, and those that match none here are named", () => {
    const { rules, skipped } = fromActivityWatch(
      [
        { name: ["Work"], rule: regex("Google Docs|libreoffice|ReText") },
        { name: ["Work", "Programming"], rule: regex("GitHub|Stack Overflow|vim|gitlab.com") },
        { name: ["Comms", "Email"], rule: regex("Gmail|Thunderbird|mutt|alpine") },
        { name: ["Media"], rule: { type: "none" } },
        { name: ["Mystery"], rule: regex("(a+)+$") },
        { name: ["Media", "Games"], rule: regex("Minecraft.*|RimWorld") },
        { name: ["Uncategorized"] },
      ],
      { Work: "write.docs", Mystery: "learn" },
    );
    expect(skipped).toEqual([
      { name: "Mystery", reason: expect.stringContaining("2 characters"), needs_category: false },
    ]);
    expect(rules[0]).toEqual({ kind: "title~", value: "Minecraft.*|RimWorld", category: "personal" });
    expect(rules).toContainEqual({ kind: "executable", value: "Thunderbird", category: "comm.mail" });
    expect(rules).toContainEqual({ kind: "host", value: "gitlab.com", category: "dev.code" });
    expect(rules.at(-1)).toEqual({
      kind: "title~",
      value: "Google Docs|libreoffice|ReText",
      category: "write.docs",
    });
    const unknown = fromActivityWatch([{ name: ["Work"], rule: regex("acme") }], {});
    expect(unknown).toEqual({
      rules: [],
      skipped: [{ name: "Work", reason: expect.any(String), needs_category: true }],
    });
  });
});
