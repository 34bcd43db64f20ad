import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import {
  AUDIT_ACTIONS,
  differencesOf,
  inWords,
  phraseOf,
  phraseWithoutName,
  targetNameOf,
  wordsOf,
} from "@/lib/ui/audit/words";
import { EVENT_TYPES } from "@/lib/webhooks/catalog";

const sources = async () =>
  (await readdir("lib", { recursive: true }))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `lib/${file}`);

const EVENT = { actor_id: "a", target_id: "t", subject_name: null, before: null, after: null };

describe("differencesOf", () => {
  it("names changed fields and leaves out what stayed", () => {
    const before = { name: "Old", settings: { tracker_enabled: true }, kept: 1 };
    const after = { name: "New", settings: {}, kept: 1 };
    expect(differencesOf({ before, after, names: {} })).toEqual([
      { path: "name", before: "Old", after: "New" },
      { path: "settings › tracker_enabled", before: "true", after: null },
    ]);
  });

  it("shows of lists what was taken away and what was added, and no mere change of order", () => {
    const before = { permissions: ["a", "b", "c"], tabs: ["x", "y"] };
    const after = { permissions: ["c", "a", "d"], tabs: ["y", "x"] };
    expect(differencesOf({ before, after, names: {} })).toEqual([
      { path: "permissions", before: "b", after: "d" },
    ]);
  });

  it("names people instead of their ids, as long as they have an account", () => {
    const before = { owner_id: "erased" };
    const after = { owner_id: "ada" };
    expect(differencesOf({ before, after, names: { ada: "Ada" } })).toEqual([
      { path: "owner", before: "erased", after: "Ada" },
    ]);
  });

  it("shows a role by its name alone", () => {
    const before = { custom_role_id: "1", role_name: "Viewer" };
    const after = { custom_role_id: "2", role_name: "Sales" };
    expect(differencesOf({ before, after, names: {} })).toEqual([
      { path: "role_name", before: "Viewer", after: "Sales" },
    ]);
  });

  it("has nothing to say of a text that was empty and still is", () => {
    const after = { name: "Stock", description: "" };
    expect(differencesOf({ before: null, after, names: {} })).toEqual([
      { path: "name", before: null, after: "Stock" },
    ]);
  });

  it("reports a beginning or an end as a whole value", () => {
    expect(differencesOf({ before: null, after: { name: "New", empty: [], none: null }, names: {} })).toEqual(
      [{ path: "name", before: null, after: "New" }],
    );
    expect(differencesOf({ before: { id: 7 }, after: null, names: {} })).toEqual([
      { path: "id", before: "7", after: null },
    ]);
    expect(differencesOf({ before: null, after: null, names: {} })).toEqual([]);
    expect(differencesOf({ before: "x", after: ["y"], names: {} })).toEqual([
      { path: "", before: "x", after: "y" },
    ]);
  });
});

describe("targetNameOf", () => {
  it.each([
    [{ subject_name: "Grace", after: { name: "x" } }, "Grace"],
    [{ before: { name: "Old" }, after: { name: "New" } }, "New"],
    [{ before: { full_name: "acme/site" } }, "acme/site"],
    [{ after: { slug: "engine", singular_name: "Engine", plural_name: "Engines" } }, "Engines"],
    [{ after: { name: "", email: "a@example.com" } }, "a@example.com"],
    [{ after: { name: "", url: "https://example.com/hook" } }, "https://example.com/hook"],
    [{ after: ["name"] }, null],
    [{ target_id: "a", subject_name: "Ada" }, null],
  ])("of %j is %j", (given, expected) => {
    expect(targetNameOf({ ...EVENT, ...given })).toBe(expected);
  });
});

describe("phraseOf", () => {
  it("has words for known actions and shows others as they are", () => {
    expect(phraseOf("member.removed")).toBe("removed the member");
    expect(phraseOf("rocket_ship.launched")).toBe("rocket ship launched");
    expect(phraseOf("constructor")).toBe("constructor");
  });

  it("ends where the sentence does if no name is known", () => {
    expect(phraseWithoutName("project.page_updated")).toBe("changed the public page");
    expect(phraseWithoutName("do_not_mail.lifted")).toBe("allowed mail again");
    expect(phraseWithoutName("team_member.added")).toBe("added somebody to a team");
    expect(phraseWithoutName("member.left")).toBe("left the workspace");
  });
});

describe("AUDIT_ACTIONS", () => {
  it("has words for every action that the audit trail gets", async () => {
    const known = new Set(AUDIT_ACTIONS.flatMap(({ items }) => items.map(({ value }) => value)));
    const events = new Set<string>(EVENT_TYPES);
    const missing: string[] = [];
    for (const file of await sources()) {
      const source = await readFile(file, "utf8");
      if (!source.includes("recordAudit")) continue;
      // Wherever it stands, as a property or handed on. Operators see in a log of their own what becomes of jobs.
      const actions = [...source.matchAll(/"((?!job\.)\w+\.(?:\w+ed|left|lost))"/g)].map(
        ([, action = ""]) => action,
      );
      missing.push(...actions.filter((action) => !known.has(action) && !events.has(action)));
    }
    for (const verb of ["cancelled", "undone"]) expect(known).toContain(`crm_import.${verb}`);
    expect(missing).toEqual([]);
  });

  it("offers every action once, and each subject with several as a whole", () => {
    const values = AUDIT_ACTIONS.flatMap(({ items }) => items.map(({ value }) => value));
    expect(new Set(values).size).toBe(values.length);
    expect(values).toEqual(expect.arrayContaining(["role", "role.updated", "evidence.viewed"]));
    expect(values).not.toContain("evidence");
  });
});

describe("wordsOf", () => {
  it("makes words of a slug", () => {
    expect(wordsOf("custom_role_id")).toBe("Custom role ID");
    expect(inWords("api_key")).toBe("API key");
  });
});
