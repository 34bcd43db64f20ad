import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { APPS, CATALOG, type PermissionSlug, TEMPLATES } from "@/lib/access/catalog";
import {
  type Authority,
  decide,
  explain,
  isOwner,
  type Membership,
  membershipChangeProblem,
  priorityOf,
  roleChangeProblem,
  standsAbove,
} from "@/lib/access/rules";

const SLUGS = CATALOG.map((entry) => entry.slug);

describe("catalog × template", () => {
  const COLUMNS = ["owner", "admin", "manager", "hr", "developer", "support", "sales", "member", "viewer"];
  /** What each built-in role grants, written out: a change of the catalog shows here, where it can be weighed. */
  const MATRIX = `
    can_view_members          x x x x x x x x x
    can_invite_members        x x x x . . . . .
    can_manage_members        x x . x . . . . .
    can_view_roles            x x x x . . . . .
    can_manage_roles          x x . . . . . . .
    can_view_teams            x x x x x x x x x
    can_manage_teams          x x x x . . . . .
    can_view_projects         x x x x x x x x x
    can_create_projects       x x x . x . . . .
    can_manage_projects       x x x . . . . . .
    can_edit_tasks            x x x x x x x x .
    can_view_repositories     x x x . x . . . .
    can_manage_repositories   x x x . . . . . .
    can_view_tracker          x x x x . . . . .
    can_view_tracker_records  x x . . . . . . .
    can_view_evidence         x x . . . . . . .
    can_manage_tracker        x x x . . . . . .
    can_view_crm              x x x . . x x . .
    can_edit_records          x x x . . x x . .
    can_manage_crm            x x x . . . . . .
    can_manage_automations    x x x . . . x . .
    can_export_records        x x x . . . x . .
    can_view_webhooks         x x x . x . . . .
    can_manage_webhooks       x x . . . . . . .
    can_manage_integrations   x x . . . . . . .
    can_view_forms            x x x x x x x x .
    can_manage_forms          x x x . . . . . .
    can_view_tables           x x x x x x x x x
    can_edit_rows             x x x x x x x x .
    can_manage_tables         x x x . x . . . .
    can_share_tables          x x x . . . . . .
    can_view_billing          x x . . . . . . .
    can_manage_settings       x x . . . . . . .
    can_view_audit            x x . . . . . . .`;

  it("grants exactly this, by a role's permissions and by the decision of a member who has it", () => {
    const written = MATRIX.trim()
      .split("\n")
      .map((line) => line.trim().split(/\s+/));
    expect(TEMPLATES.map((template) => template.slug)).toEqual(COLUMNS);
    expect(written.map(([slug]) => slug)).toEqual(SLUGS);
    for (const [slug = "", ...marks] of written) {
      const expected = Object.fromEntries(COLUMNS.map((template, index) => [template, marks[index] === "x"]));
      const granted = TEMPLATES.map((template) => [
        template.slug,
        (template.permissions as string[]).includes(slug),
      ]);
      const decided = TEMPLATES.map((template) => {
        const member = aMembership({ role: "", customRole: { ...roleOf(template.slug), isSystem: true } });
        return [template.slug, (decide(member) as ReadonlySet<string>).has(slug)];
      });
      expect({ slug, ...Object.fromEntries(granted) }).toEqual({ slug, ...expected });
      expect({ slug, ...Object.fromEntries(decided) }).toEqual({ slug, ...expected });
    }
  });
});

type Role = NonNullable<Membership["customRole"]>;

function aMembership(given: Partial<Membership> = {}): Membership {
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

function roleOf(template: string): Role {
  const found = TEMPLATES.find((each) => each.slug === template);
  if (!found) throw new Error(`no template ${template}`);
  return {
    permissions: found.permissions,
    basedOnTemplate: template,
    isSystem: true,
    priority: found.priority,
  };
}

function authorityOf(member: Membership): Authority & { permissions: ReadonlySet<PermissionSlug> } {
  return { isOwner: isOwner(member), priority: priorityOf(member), permissions: decide(member) };
}

/*
 * A workspace as the use cases keep it, with the same guards in front of each change. Members hold their roles by
 * reference: who changes a role changes everyone who has it.
 */
type House = { roles: Role[]; members: { roleAt: number; rest: Omit<Membership, "customRole"> }[] };

type Edit =
  | { kind: "member"; actor: number; target: number; change: MemberChange }
  | { kind: "role"; actor: number; role: number; change: Partial<Pick<Role, "permissions" | "priority">> }
  | { kind: "new role"; actor: number; content: Pick<Role, "permissions" | "priority"> };

type MemberChange = {
  roleAt?: number;
  permissionOverrides?: Record<string, boolean>;
  appPermissions?: Record<string, boolean>;
  status?: string;
};

function membershipAt(house: House, index: number): Membership {
  const member = house.members[index % house.members.length];
  if (!member) throw new Error("a house has members");
  return { ...member.rest, customRole: house.roles[member.roleAt] ?? null };
}

/** The house after an edit, or null where the guards refuse it. */
function edited(house: House, edit: Edit): House | null {
  const actorAt = edit.actor % house.members.length;
  const actor = authorityOf(membershipAt(house, actorAt));
  if (edit.kind === "member") {
    const at = edit.target % house.members.length;
    if (!actor.permissions.has("can_manage_members") || (at === actorAt && !actor.isOwner)) return null;
    const { roleAt: wanted, ...rest } = edit.change;
    const roleAt = wanted === undefined ? undefined : wanted % house.roles.length;
    const before = membershipAt(house, at);
    const role = roleAt === undefined ? undefined : house.roles[roleAt];
    // The store reads an assigned role anew: never the same object as the one before.
    const after = { ...before, ...rest, ...(role ? { customRole: { ...role } } : {}) };
    if (membershipChangeProblem(actor, before, after)) return null;
    const members = house.members.map((member, index) =>
      index === at
        ? { roleAt: roleAt ?? member.roleAt, rest: { ...member.rest, ...rest } as typeof member.rest }
        : member,
    );
    return { ...house, members };
  }
  if (!actor.permissions.has("can_manage_roles")) return null;
  if (edit.kind === "new role") {
    if (roleChangeProblem(actor, null, edit.content)) return null;
    const role = { ...edit.content, basedOnTemplate: null, isSystem: false };
    return { ...house, roles: [...house.roles, role] };
  }
  const at = edit.role % house.roles.length;
  const before = house.roles[at];
  if (!before || (before.isSystem && before.basedOnTemplate === "owner")) return null;
  const after = { ...before, ...edit.change };
  if (roleChangeProblem(actor, before, after)) return null;
  return { ...house, roles: house.roles.map((role, index) => (index === at ? after : role)) };
}

const slug = fc.constantFrom(...SLUGS);
const permissions = fc.uniqueArray(slug, { maxLength: SLUGS.length });
/** Small wishes are the ones that guards let through. */
const few = fc.uniqueArray(slug, { maxLength: 2 });
const priority = fc.integer({ min: 0, max: 998 });
const overrides = fc.dictionary(slug, fc.boolean(), { maxKeys: 3 });
const apps = fc.dictionary(fc.constantFrom(...APPS.map((app) => app.slug)), fc.boolean(), { maxKeys: 4 });
const status = fc.constantFrom("active", "active", "active", "suspended");
const index = fc.nat({ max: 11 });
/** Whoever may not manage anything does nothing: most members get the two permissions that let them. */
const managing = fc
  .oneof(few, permissions)
  .map((each) => [...new Set([...each, "can_manage_members" as const, "can_manage_roles" as const])]);

const role = fc.record({
  permissions: fc.oneof(managing, permissions),
  priority: fc.oneof(priority, fc.constantFrom(10, 50, 60, 100)),
  basedOnTemplate: fc.constantFrom(null, "admin", "owner"),
  isSystem: fc.constant(false),
});
const member = fc.record({
  roleAt: index,
  rest: fc.record({
    workspaceIsActive: fc.constant(true),
    status,
    role: fc.constantFrom("member", "admin", "owner"),
    permissionOverrides: overrides,
    appPermissions: apps,
  }),
});
const house: fc.Arbitrary<House> = fc
  .record({
    roles: fc
      .array(role, { minLength: 2, maxLength: 5 })
      .map((custom) => [...custom, roleOf("admin"), roleOf("hr"), roleOf("viewer"), roleOf("owner")]),
    members: fc.array(member, { minLength: 2, maxLength: 5 }),
  })
  .map(({ roles, members }) => ({
    roles,
    members: members.map((each) => ({ ...each, roleAt: each.roleAt % roles.length })),
  }));
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constant("member" as const),
    actor: index,
    target: index,
    change: fc.record(
      { roleAt: index, permissionOverrides: overrides, appPermissions: apps, status },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    kind: fc.constant("role" as const),
    actor: index,
    role: index,
    change: fc.record({ permissions: fc.oneof(few, managing), priority }, { requiredKeys: [] }),
  }),
  fc.record({
    kind: fc.constant("new role" as const),
    actor: index,
    content: fc.record({ permissions: fc.oneof(few, managing), priority }),
  }),
);

/** Plays the edits that the guards allow; `look` sees the house before and after each, with who acted. */
function play(
  start: House,
  edits: Edit[],
  look: (step: { before: House; after: House; actorAt: number; actor: Authority }) => void,
): { end: House; allowed: number } {
  let [current, allowed] = [start, 0];
  for (const each of edits) {
    const after = edited(current, each);
    if (!after) continue;
    const actorAt = each.actor % current.members.length;
    look({ before: current, after, actorAt, actor: authorityOf(membershipAt(current, actorAt)) });
    current = after;
    allowed++;
  }
  return { end: current, allowed };
}

const gainedBy = (before: House, after: House, at: number) => {
  const held = decide(membershipAt(before, at));
  return [...decide(membershipAt(after, at))].filter((each) => !held.has(each));
};

const runs = { numRuns: 1_000 };
const edits = fc.array(edit, { minLength: 10, maxLength: 40, size: "max" });

describe("no sequence of allowed role and member edits", () => {
  it("gives anyone a permission that none of the actors had", () => {
    let allowed = 0;
    fc.assert(
      fc.property(house, edits, (start, sequence) => {
        const heldByActors = new Set<string>();
        const played = play(start, sequence, ({ before, after, actor }) => {
          for (const each of actor.permissions) heldByActors.add(each);
          // Stronger, step by step: what anyone gains, who acts right now holds.
          before.members.forEach((_, at) => {
            expect(gainedBy(before, after, at).filter((each) => !actor.permissions.has(each))).toEqual([]);
          });
        });
        start.members.forEach((_, at) => {
          expect(gainedBy(start, played.end, at).filter((each) => !heldByActors.has(each))).toEqual([]);
        });
        allowed += played.allowed;
      }),
      runs,
    );
    // Guards that refuse everything would pass as well: many edits must go through.
    expect(allowed).toBeGreaterThan(runs.numRuns);
  });

  it("saves up power that none of the actors had, to take effect once reactivated, given an app or deprived of a role", () => {
    const awake = (member: Membership) => ({ ...member, status: "active", appPermissions: {} });
    fc.assert(
      fc.property(house, edits, (start, sequence) => {
        play(start, sequence, ({ before, after, actor }) => {
          const lacks = (each: string) => !actor.permissions.has(each);
          before.members.forEach((_, at) => {
            const [was, is] = [membershipAt(before, at), membershipAt(after, at)];
            const couldHold = decide(awake(was));
            expect([...decide(awake(is))].filter((each) => !couldHold.has(each)).filter(lacks)).toEqual([]);
            const overridden = Object.keys(is.permissionOverrides).filter(
              (each) => is.permissionOverrides[each] && !was.permissionOverrides[each],
            );
            expect(overridden.filter(lacks)).toEqual([]);
            if (before.members[at]?.roleAt === after.members[at]?.roleAt) return;
            expect((is.customRole?.permissions ?? []).filter(lacks)).toEqual([]);
          });
        });
      }),
      runs,
    );
  });

  it("raises anyone to the actor's level or above, makes an owner without an owner, or changes the actor's own power", () => {
    fc.assert(
      fc.property(house, edits, (start, sequence) => {
        play(start, sequence, ({ before, after, actorAt, actor }) => {
          if (actor.isOwner) return;
          before.members.forEach((_, at) => {
            const [was, is] = [membershipAt(before, at), membershipAt(after, at)];
            if (priorityOf(is) > priorityOf(was)) expect(priorityOf(is)).toBeLessThan(actor.priority);
            if (!isOwner(was)) expect(isOwner(is)).toBe(false);
          });
          const self = authorityOf(membershipAt(after, actorAt));
          expect(self).toEqual(actor);
        });
      }),
      runs,
    );
  });

  it("takes power from anyone at or above the actor's level", () => {
    fc.assert(
      fc.property(house, edits, (start, sequence) => {
        play(start, sequence, ({ before, after, actor }) => {
          before.members.forEach((_, at) => {
            const was = membershipAt(before, at);
            if (standsAbove(actor, priorityOf(was))) return;
            expect(authorityOf(membershipAt(after, at))).toEqual(authorityOf(was));
          });
        });
      }),
      runs,
    );
  });
});

describe("a member's overrides", () => {
  it("stay as they are when somebody who lacks their permissions changes other things", () => {
    const actor = { isOwner: false, priority: 60, permissions: new Set(["can_manage_members"]) };
    const before = aMembership({ role: "viewer", permissionOverrides: { can_view_audit: true } });
    expect(membershipChangeProblem(actor, before, { ...before, status: "suspended" })).toBeNull();
    const more = { ...before, permissionOverrides: { can_view_audit: true, can_view_billing: true } };
    expect(membershipChangeProblem(actor, before, more)).toBe(
      "You can't grant can_view_billing, which you don't have",
    );
  });
});

describe("explain", () => {
  const support = aMembership({ customRole: { ...roleOf("support"), isSystem: false } });
  it.each([
    ["the role", support, "can_view_crm", "role"],
    [
      "an override",
      { ...support, permissionOverrides: { can_manage_crm: true } },
      "can_manage_crm",
      "override",
    ],
    [
      "the role, where an override says the same",
      { ...support, permissionOverrides: { can_view_crm: true } },
      "can_view_crm",
      "role",
    ],
    [
      "an override that removes it",
      { ...support, permissionOverrides: { can_view_crm: false } },
      "can_view_crm",
      "override_removed",
    ],
    [
      "nobody, where an override removes what the role has not",
      { ...support, permissionOverrides: { can_manage_crm: false } },
      "can_manage_crm",
      "not_granted",
    ],
    ["a closed app", { ...support, appPermissions: { crm: false } }, "can_view_crm", "app_closed"],
    [
      "a closed app, where an override grants it",
      { ...support, permissionOverrides: { can_manage_crm: true }, appPermissions: { crm: false } },
      "can_manage_crm",
      "app_closed",
    ],
    ["nobody", support, "can_manage_crm", "not_granted"],
    ["ownership", aMembership({ role: "owner" }), "can_view_crm", "owner"],
    ["a suspended membership", { ...support, status: "suspended" }, "can_view_crm", "inactive"],
    ["an inactive workspace", { ...support, workspaceIsActive: false }, "can_view_crm", "inactive"],
  ] as const)("names %s", (_, membership, slug, reason) => {
    expect(explain(membership).find((each) => each.slug === slug)?.reason).toBe(reason);
  });

  it("gives decide's answer for every permission, with a matching reason", () => {
    fc.assert(
      fc.property(house, index, (start, at) => {
        const membership = membershipAt(start, at);
        const granted = decide(membership);
        const yes = ["owner", "role", "override"];
        for (const each of explain(membership)) {
          expect(each.granted).toBe(granted.has(each.slug));
          expect(yes.includes(each.reason)).toBe(each.granted);
          if (each.reason === "override") expect(membership.permissionOverrides[each.slug]).toBe(true);
          if (each.reason === "override_removed")
            expect(membership.permissionOverrides[each.slug]).toBe(false);
        }
      }),
    );
  });
});

it("only owners make owners, whatever priority the owner's role was stored with", () => {
  const actor = { isOwner: false, priority: 100, permissions: new Set<string>(SLUGS) };
  const [before, after] = [aMembership(), aMembership({ customRole: { ...roleOf("owner"), priority: 0 } })];
  const refusal = "A role at or above your own can't be assigned";
  expect(membershipChangeProblem(actor, before, after)).toBe(refusal);
  expect(membershipChangeProblem({ ...actor, isOwner: true }, before, after)).toBeNull();
});
