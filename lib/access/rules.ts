import { APPS, CATALOG, FORMER_DESCRIPTIONS, type PermissionSlug, TEMPLATES } from "@/lib/access/catalog";

/** The input of a decision: one member of one workspace, with the role that applies to them. */
export type Membership = {
  workspaceIsActive: boolean;
  status: string;
  /** The legacy role: a template's slug. Counts only where there is no custom role. */
  role: string;
  customRole: {
    permissions: readonly string[];
    basedOnTemplate: string | null;
    isSystem: boolean;
    priority: number;
  } | null;
  permissionOverrides: Readonly<Record<string, boolean>>;
  appPermissions: Readonly<Record<string, boolean>>;
};

/** A role as stored. Read its permissions only through `withPermissions`. */
export type StoredRole = {
  storedPermissions: readonly string[];
  templatePermissions: readonly string[];
  basedOnTemplate: string | null;
  isSystem: boolean;
};

const PERMISSIONS_OF_TEMPLATE: ReadonlyMap<string, readonly PermissionSlug[]> = new Map(
  TEMPLATES.map(({ slug, permissions }) => [slug, permissions]),
);

/** What a template grants now; nothing where there is no such template. */
export function permissionsOfTemplate(template: string | null): readonly PermissionSlug[] {
  return PERMISSIONS_OF_TEMPLATE.get(template ?? "") ?? [];
}

/**
 * What a role grants. A built-in role grants what its template grants now, so that a new permission reaches every
 * workspace, except for permissions that the workspace had set differently from the template when the role was saved.
 * `member_permissions` decides the same in SQL. Permissions that the catalog no longer lists are left out.
 */
function permissionsOfRole(role: StoredRole): readonly string[] {
  if (!role.isSystem) return role.storedPermissions.filter(isKnown);
  const [now, stored, then] = [
    permissionsOfTemplate(role.basedOnTemplate),
    role.storedPermissions,
    role.templatePermissions,
  ].map((slugs) => new Set<string>(slugs)) as [Set<string>, Set<string>, Set<string>];
  return CATALOG.map(({ slug }) => slug).filter((slug) =>
    stored.has(slug) === then.has(slug) ? now.has(slug) : stored.has(slug),
  );
}

/** A role with the permissions it grants, instead of how they are stored. */
export function withPermissions<Role extends StoredRole>(
  role: Role,
): Omit<Role, "storedPermissions" | "templatePermissions"> & { permissions: readonly string[] } {
  const { storedPermissions: _, templatePermissions: __, ...rest } = role;
  return { ...rest, permissions: permissionsOfRole(role) };
}

/** What a role is described as: a built-in role that nobody described otherwise follows its template. */
export function descriptionOf(
  role: Pick<StoredRole, "basedOnTemplate" | "isSystem"> & { description: string },
): string {
  const template = role.isSystem ? TEMPLATES.find(({ slug }) => slug === role.basedOnTemplate) : undefined;
  const isFormer = template && FORMER_DESCRIPTIONS[template.slug]?.includes(role.description);
  return isFormer ? template.description : role.description;
}

/** How a role's permissions are stored: for a built-in role, together with what its template grants. */
export function toStoredPermissions(
  role: Pick<StoredRole, "basedOnTemplate" | "isSystem">,
  permissions: readonly string[],
): { storedPermissions: string[]; templatePermissions: string[] } {
  return {
    storedPermissions: [...permissions],
    templatePermissions: role.isSystem ? [...permissionsOfTemplate(role.basedOnTemplate)] : [],
  };
}

const ALL_PERMISSIONS: ReadonlySet<PermissionSlug> = new Set(CATALOG.map((entry) => entry.slug));
const NONE: ReadonlySet<PermissionSlug> = new Set();

/** Whether the membership is an owner's: the built-in owner role, or the legacy one where there is no custom role. */
export function isOwner(membership: Pick<Membership, "role" | "customRole">): boolean {
  const { customRole, role } = membership;
  return customRole ? customRole.isSystem && customRole.basedOnTemplate === "owner" : role === "owner";
}

/** Authority of the membership's role; higher means more (requirements, "CustomRole"). */
export function priorityOf(membership: Pick<Membership, "role" | "customRole">): number {
  if (membership.customRole) return membership.customRole.priority;
  return TEMPLATES.find((template) => template.slug === membership.role)?.priority ?? 0;
}

/** Whether the member may open an app. Only an explicit `false` closes it. */
export function mayOpenApp(membership: Pick<Membership, "appPermissions">, app: string): boolean {
  return membership.appPermissions[app] !== false;
}

/**
 * The permissions of a membership (contract section 3, "Decision"): inactive → none; owner → all; else the role's,
 * adjusted by the overrides, less those whose category belongs to an app that the member may not open.
 */
export function decide(membership: Membership): ReadonlySet<PermissionSlug> {
  if (!membership.workspaceIsActive || membership.status !== "active") return NONE;
  if (isOwner(membership)) return ALL_PERMISSIONS;
  const granted = new Set<string>(
    membership.customRole?.permissions ?? permissionsOfTemplate(membership.role),
  );
  for (const [slug, allowed] of Object.entries(membership.permissionOverrides)) {
    if (allowed) granted.add(slug);
    else granted.delete(slug);
  }
  const closed = new Set<string>(
    APPS.filter((app) => !mayOpenApp(membership, app.slug)).flatMap((app) => app.categories),
  );
  return new Set(
    CATALOG.filter((entry) => granted.has(entry.slug) && !closed.has(entry.category)).map(
      (entry) => entry.slug,
    ),
  );
}

/** What decides whether a member has a permission, beyond the member: who holds it by template, which apps close it. */
export function grantOf(slug: PermissionSlug): { slug: string; templates: string[]; apps: string[] } {
  const category = CATALOG.find((entry) => entry.slug === slug)?.category;
  const apps = APPS.filter(({ categories }) => (categories as readonly unknown[]).includes(category));
  const templates = TEMPLATES.filter(({ permissions }) => permissions.includes(slug));
  return { slug, templates: templates.map((each) => each.slug), apps: apps.map((app) => app.slug) };
}

/** The permission to see what another one lets somebody change; undefined if that one includes it. */
export function permissionToSee(slug: PermissionSlug | undefined): PermissionSlug | undefined {
  const entry = CATALOG.find((each) => each.slug === slug);
  return entry && "sees" in entry ? entry.sees : undefined;
}

/** Has one permission. */
export function hasPermission(permissions: ReadonlySet<PermissionSlug>, slug: PermissionSlug): boolean {
  return permissions.has(slug);
}

/** Has at least one of a list. */
export function hasAnyPermission(
  permissions: ReadonlySet<PermissionSlug>,
  slugs: readonly PermissionSlug[],
): boolean {
  return slugs.some((slug) => permissions.has(slug));
}

/** Has every one of a list. */
export function hasAllPermissions(
  permissions: ReadonlySet<PermissionSlug>,
  slugs: readonly PermissionSlug[],
): boolean {
  return slugs.every((slug) => permissions.has(slug));
}

export type Reason =
  | "inactive"
  | "owner"
  | "role"
  | "override"
  | "override_removed"
  | "app_closed"
  | "not_granted";

/** Why a membership has each permission of the catalog, or has it not: the explanation of `decide`. */
export function explain(
  membership: Membership,
): { slug: PermissionSlug; granted: boolean; reason: Reason }[] {
  const granted = decide(membership);
  const role = new Set<string>(membership.customRole?.permissions ?? permissionsOfTemplate(membership.role));
  const reasonFor = (slug: PermissionSlug): Reason => {
    if (!membership.workspaceIsActive || membership.status !== "active") return "inactive";
    if (isOwner(membership)) return "owner";
    const override = membership.permissionOverrides[slug];
    if (granted.has(slug)) return override === true && !role.has(slug) ? "override" : "role";
    if (override === false && role.has(slug)) return "override_removed";
    return override === true || role.has(slug) ? "app_closed" : "not_granted";
  };
  return CATALOG.map(({ slug }) => ({ slug, granted: granted.has(slug), reason: reasonFor(slug) }));
}

/** The acting member, as the guards below see them. */
export type Authority = { isOwner: boolean; priority: number; permissions: ReadonlySet<string> };

/** The permissions among `wanted` that the actor lacks, and so may not hand on. Owners lack none. */
export function beyondAuthority(actor: Authority, wanted: Iterable<string>): string[] {
  return actor.isOwner ? [] : [...wanted].filter((slug) => !actor.permissions.has(slug));
}

/** Whether the actor ranks above a role or member of this priority. Owners rank above all. */
export function standsAbove(actor: Authority, priority: number): boolean {
  return actor.isOwner || priority < actor.priority;
}

/**
 * Why an actor may not turn one membership into another, or null if they may (contract section 3, "Escalation guards").
 * They must rank above it before and after, and must themselves have every permission that it gains (whether it takes
 * effect at once, or only when the member becomes active or may open the app), every override that is added, and all
 * permissions of a new role.
 */
export function membershipChangeProblem(
  actor: Authority,
  before: Membership,
  after: Membership,
): string | null {
  if (actor.isOwner) return null;
  if (!standsAbove(actor, priorityOf(before))) return "This member's role is not below yours";
  if (!standsAbove(actor, priorityOf(after)) || isOwner(after))
    return "A role at or above your own can't be assigned";
  const gained = [...gains(before, after), ...gains(awake(before), awake(after))];
  const overrides = Object.entries(after.permissionOverrides)
    .filter(([slug, allowed]) => allowed && before.permissionOverrides[slug] !== true)
    .map(([slug]) => slug);
  const inRole =
    after.customRole === before.customRole
      ? []
      : (after.customRole?.permissions ?? []).filter((slug) => isKnown(slug));
  const [missing] = beyondAuthority(actor, [...gained, ...overrides, ...inRole]);
  return missing ? `You can't grant ${missing}, which you don't have` : null;
}

function gains(before: Membership, after: Membership): PermissionSlug[] {
  const held = decide(before);
  return [...decide(after)].filter((slug) => !held.has(slug));
}

/** The membership with nothing in the way of its role and overrides. */
function awake(membership: Membership): Membership {
  return { ...membership, workspaceIsActive: true, status: "active", appPermissions: {} };
}

function isKnown(slug: string): boolean {
  return ALL_PERMISSIONS.has(slug as PermissionSlug);
}

type RoleContent = { permissions: readonly string[]; priority: number };

/** Why an actor may not create a role, or change one into another, or null when they may. */
export function roleChangeProblem(
  actor: Authority,
  before: RoleContent | null,
  after: RoleContent,
): string | null {
  if (before && !standsAbove(actor, before.priority)) return "This role is not below yours";
  if (!standsAbove(actor, after.priority)) return "A role's priority must be below your own";
  const added = after.permissions.filter((slug) => !before?.permissions.includes(slug));
  const [missing] = beyondAuthority(actor, added);
  return missing ? `You can't grant ${missing}, which you don't have` : null;
}
