import { readdir, readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { APPS, CATALOG, FORMER_DESCRIPTIONS, TEMPLATES } from "@/lib/access/catalog";
import {
  decide,
  descriptionOf,
  hasAllPermissions,
  hasAnyPermission,
  hasPermission,
  isOwner,
  type Membership,
  priorityOf,
  toStoredPermissions,
  withPermissions,
} from "@/lib/access/rules";

function membership(given: Partial<Membership> = {}): Membership {
  return {
    workspaceIsActive: true,
    status: "active",
    role: "member",
    customRole: null,
    permissionOverrides: {},
    appPermissions: {},
    ...given,
  };
}

function aRole(permissions: string[], given: Partial<NonNullable<Membership["customRole"]>> = {}) {
  return { permissions, basedOnTemplate: null, isSystem: false, priority: 50, ...given };
}

describe("decide", () => {
  it("grants nothing in an inactive workspace or membership, not even to owners", () => {
    expect(decide(membership({ role: "owner", workspaceIsActive: false })).size).toBe(0);
    expect(decide(membership({ role: "owner", status: "suspended" })).size).toBe(0);
  });

  it("gives an owner everything, whatever overrides and apps say", () => {
    const overrides = { can_manage_roles: false };
    const owner = membership({
      role: "owner",
      permissionOverrides: overrides,
      appPermissions: { crm: false },
    });
    expect(decide(owner).size).toBe(CATALOG.length);
  });

  it("gives a legacy role what its template lists", () => {
    for (const template of TEMPLATES) {
      expect([...decide(membership({ role: template.slug }))]).toEqual(template.permissions);
    }
    expect(decide(membership({ role: "made-up" })).size).toBe(0);
  });

  it("uses only the custom role, even if the legacy role grants more", () => {
    const member = membership({ role: "admin", customRole: aRole(["can_view_members", "not_a_permission"]) });
    expect([...decide(member)]).toEqual(["can_view_members"]);
    expect(isOwner(membership({ role: "owner", customRole: aRole([]) }))).toBe(false);
  });

  it("does not treat a custom role cloned from owner as owner", () => {
    expect(isOwner(membership({ customRole: aRole([], { basedOnTemplate: "owner" }) }))).toBe(false);
    expect(isOwner(membership({ customRole: aRole([], { basedOnTemplate: "owner", isSystem: true }) }))).toBe(
      true,
    );
  });

  it("lets overrides add and take away", () => {
    const member = membership({
      customRole: aRole(["can_view_members"]),
      permissionOverrides: { can_view_members: false, can_view_audit: true, made_up: true },
    });
    expect([...decide(member)]).toEqual(["can_view_audit"]);
  });

  it("grants nothing of an app that the member may not open, overrides included", () => {
    for (const app of APPS) {
      const permissionOverrides = Object.fromEntries(CATALOG.map((entry) => [entry.slug, true]));
      const permissions = decide(membership({ permissionOverrides, appPermissions: { [app.slug]: false } }));
      const granted = CATALOG.filter((entry) => permissions.has(entry.slug)).map(
        (entry) => entry.category as string,
      );
      for (const category of app.categories) expect(granted).not.toContain(category);
      expect(granted).toContain("members");
    }
  });

  it("only ever grants what the catalog lists, and never more than everything asked for", () => {
    const slug = fc.constantFrom(...CATALOG.map((entry) => entry.slug), "made_up");
    fc.assert(
      fc.property(fc.array(slug), fc.dictionary(slug, fc.boolean()), (permissions, permissionOverrides) => {
        const granted = decide(membership({ customRole: aRole(permissions), permissionOverrides }));
        for (const each of granted) {
          expect(CATALOG.some((entry) => entry.slug === each)).toBe(true);
          expect(permissionOverrides[each] ?? permissions.includes(each)).toBe(true);
        }
      }),
    );
  });
});

describe("a built-in role of a workspace", () => {
  const NEW = fc.constantFrom(...CATALOG.map(({ slug }) => slug));
  const template = fc.constantFrom(...TEMPLATES);
  const stored = (permissions: readonly string[], then: readonly string[], basedOnTemplate: string) =>
    withPermissions({
      storedPermissions: permissions,
      templatePermissions: then,
      basedOnTemplate,
      isSystem: true,
    }).permissions;

  it.each(CATALOG)("that is older than $slug grants it if its template does", ({ slug, templates }) => {
    for (const { slug: name, permissions } of TEMPLATES) {
      const then = permissions.filter((each) => each !== slug);
      expect(stored(then, then, name).includes(slug)).toBe((templates as readonly string[]).includes(name));
      expect(stored(then, then, name)).toEqual(permissions);
    }
  });

  it("keeps what the workspace decided otherwise, whatever its template grants later", () => {
    const some = fc.subarray(CATALOG.map(({ slug }) => slug as string));
    fc.assert(
      fc.property(template, some, some, ({ slug: name, permissions: now }, saved, then) => {
        const granted = stored(saved, then, name);
        for (const { slug } of CATALOG) {
          const isDecided = saved.includes(slug) !== then.includes(slug);
          expect(granted.includes(slug)).toBe(isDecided ? saved.includes(slug) : now.includes(slug));
        }
      }),
    );
  });

  it("grants exactly what it was saved with until its template changes", () => {
    const some = fc.subarray(CATALOG.map(({ slug }) => slug as string));
    fc.assert(
      fc.property(template, some, ({ slug }, saved) => {
        const role = { basedOnTemplate: slug, isSystem: true };
        const { permissions } = withPermissions({ ...role, ...toStoredPermissions(role, saved) });
        expect([...permissions].sort()).toEqual(saved.toSorted());
      }),
    );
  });

  it("created by hand follows no template, and loses permissions that leave the catalog", () => {
    fc.assert(
      fc.property(template, NEW, ({ slug }, only) => {
        const role = { basedOnTemplate: slug, isSystem: false };
        const kept = withPermissions({ ...role, ...toStoredPermissions(role, [only, "can_fly"]) });
        expect(kept).toEqual({ ...role, permissions: [only] });
      }),
    );
  });
});

describe("the three checks", () => {
  const held = new Set(["can_view_members", "can_view_audit"] as const);
  it("are one, any and all", () => {
    expect(hasPermission(held, "can_view_audit")).toBe(true);
    expect(hasPermission(held, "can_manage_roles")).toBe(false);
    expect(hasAnyPermission(held, ["can_manage_roles", "can_view_audit"])).toBe(true);
    expect(hasAnyPermission(held, [])).toBe(false);
    expect(hasAllPermissions(held, ["can_view_members", "can_view_audit"])).toBe(true);
    expect(hasAllPermissions(held, ["can_view_members", "can_manage_roles"])).toBe(false);
  });
});

describe("the catalog", () => {
  it("contains the slugs that the requirements name, each once", () => {
    const slugs = CATALOG.map((entry) => entry.slug);
    expect(new Set(slugs).size).toBe(slugs.length);
    for (const named of [
      "can_invite_members",
      "can_manage_roles",
      "can_create_projects",
      "can_view_billing",
      "can_view_members",
    ]) {
      expect(slugs).toContain(named);
    }
  });

  it("has the built-in roles at their priorities, and the owner has everything", () => {
    expect(Object.fromEntries(TEMPLATES.map((template) => [template.slug, template.priority]))).toEqual({
      owner: 999,
      admin: 100,
      manager: 80,
      hr: 70,
      developer: 60,
      support: 60,
      sales: 60,
      member: 50,
      viewer: 10,
    });
    expect(TEMPLATES[0]?.permissions).toHaveLength(CATALOG.length);
    expect(priorityOf(membership({ role: "hr" }))).toBe(70);
    expect(priorityOf(membership({ role: "hr", customRole: aRole([], { priority: 5 }) }))).toBe(5);
  });

  it("marks a permission as having no effect exactly if no route requires it", async () => {
    const asked = new Set<string>();
    const files = (
      await Promise.all(["app/api", "lib"].map((folder) => readdir(folder, { recursive: true })))
    )
      .flatMap((names, index) => names.map((name) => `${["app/api", "lib"][index]}/${name}`))
      .filter(
        (name) => name.endsWith(".ts") && !/^lib\/(ui|platform\/prisma)\/|^lib\/access\/catalog/.test(name),
      );
    for (const file of files) {
      const text = await readFile(file, "utf8");
      for (const [, slug = ""] of text.matchAll(/["'`](can_[a-z_]+)["'`]/g)) asked.add(slug);
    }
    const unused = CATALOG.filter(({ description }) => description.endsWith("(no effect yet)"));
    expect(unused.map(({ slug }) => slug)).toEqual(
      CATALOG.map(({ slug }) => slug).filter((slug) => !asked.has(slug)),
    );
    expect(asked.size).toBeGreaterThan(25);
  });

  it("puts every category under at most one app", () => {
    const categories = APPS.flatMap((app) => app.categories as readonly string[]);
    expect(new Set(categories).size).toBe(categories.length);
  });
});

describe("descriptionOf", () => {
  const role = (slug: string, description: string, isSystem = true) => ({
    basedOnTemplate: slug,
    isSystem,
    description,
  });

  it("follows the template until somebody describes the role otherwise", () => {
    for (const [slug, former] of Object.entries(FORMER_DESCRIPTIONS)) {
      const now = TEMPLATES.find((template) => template.slug === slug)?.description ?? "";
      for (const text of former) {
        expect(descriptionOf(role(slug, text))).toBe(now);
        expect(descriptionOf(role(slug, text, false))).toBe(text);
      }
      expect(descriptionOf(role(slug, "What we call it"))).toBe("What we call it");
      expect(descriptionOf(role(slug, ""))).toBe("");
    }
    expect(descriptionOf(role("made-up", "Builds"))).toBe("Builds");
  });

  it("knows every description that templates have had", () => {
    // Whoever changes one adds the new one here, and the old one to FORMER_DESCRIPTIONS.
    const known = {
      owner: ["Everything, and the only one who can delete the workspace"],
      admin: ["Runs the workspace", "Runs the workspace, short of deleting it"],
      manager: ["Runs teams and projects"],
      hr: ["Looks after people", "Looks after members and teams"],
      developer: ["Builds", "Works on projects and repositories"],
      support: ["Helps customers", "Answers customers and their requests"],
      sales: ["Sells", "Works on companies, people and deals"],
      member: ["Takes part", "Takes part in projects"],
      viewer: ["Looks", "Reads, and changes nothing"],
    };
    const kept = TEMPLATES.map(({ slug, description }) => [
      slug,
      [...(FORMER_DESCRIPTIONS[slug] ?? []), description],
    ]);
    expect(Object.fromEntries(kept)).toEqual(known);
  });
});
