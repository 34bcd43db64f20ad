/**
 * The permission catalog: the only place where a permission slug, a built-in role or an app is spelled.
 * Requirements, "Permission catalog entry"; contract section 3.
 */

const TEMPLATE_LIST = [
  {
    slug: "owner",
    name: "Owner",
    description: "Everything, and the only one who can delete the workspace",
    priority: 999,
  },
  { slug: "admin", name: "Admin", description: "Runs the workspace, short of deleting it", priority: 100 },
  { slug: "manager", name: "Manager", description: "Runs teams and projects", priority: 80 },
  { slug: "hr", name: "HR", description: "Looks after members and teams", priority: 70 },
  { slug: "developer", name: "Developer", description: "Works on projects and repositories", priority: 60 },
  { slug: "support", name: "Support", description: "Answers customers and their requests", priority: 60 },
  { slug: "sales", name: "Sales", description: "Works on companies, people and deals", priority: 60 },
  { slug: "member", name: "Member", description: "Takes part in projects", priority: 50 },
  { slug: "viewer", name: "Viewer", description: "Reads, and changes nothing", priority: 10 },
] as const;

export type TemplateSlug = (typeof TEMPLATE_LIST)[number]["slug"];

/**
 * What built-in roles were described as before. A role whose workspace still stores one of these is described as its
 * template is now. Whoever changes a description above adds the old one here.
 */
export const FORMER_DESCRIPTIONS: Readonly<Partial<Record<TemplateSlug, readonly string[]>>> = {
  admin: ["Runs the workspace"],
  hr: ["Looks after people"],
  developer: ["Builds"],
  support: ["Helps customers"],
  sales: ["Sells"],
  member: ["Takes part"],
  viewer: ["Looks"],
};

const ALL = TEMPLATE_LIST.map((template) => template.slug);
const ADMINS: TemplateSlug[] = ["owner", "admin"];
const MANAGERS: TemplateSlug[] = [...ADMINS, "manager"];
const BUILDERS: TemplateSlug[] = [...MANAGERS, "developer"];
const PEOPLE: TemplateSlug[] = [...MANAGERS, "hr"];
const SELLERS: TemplateSlug[] = [...MANAGERS, "sales"];
const CUSTOMER_FACING: TemplateSlug[] = [...SELLERS, "support"];
const WORKERS: TemplateSlug[] = ALL.filter((slug) => slug !== "viewer");

type Entry = {
  slug: string;
  category: string;
  description: string;
  templates: readonly TemplateSlug[];
  /** For a permission that does not include seeing what it is about: the one to see it, without which answers don't show it. */
  sees?: string;
};

/**
 * Every permission, with the built-in roles that have it, in new and existing workspaces: to add one, add an entry and
 * require it where needed. An unused permission must say that it has no effect yet; a test checks that.
 */
export const CATALOG = [
  {
    slug: "can_view_members",
    category: "members",
    description: "See who belongs to the workspace",
    templates: ALL,
  },
  {
    slug: "can_invite_members",
    category: "members",
    description: "Invite people and withdraw invites",
    templates: PEOPLE,
  },
  {
    slug: "can_manage_members",
    category: "members",
    description: "Change, suspend and remove members",
    templates: [...ADMINS, "hr"],
  },
  {
    slug: "can_view_roles",
    category: "roles",
    description: "See roles and what they grant",
    templates: PEOPLE,
  },
  {
    slug: "can_manage_roles",
    category: "roles",
    description: "Create, change and delete roles",
    templates: ADMINS,
  },
  { slug: "can_view_teams", category: "teams", description: "See teams and their members", templates: ALL },
  {
    slug: "can_manage_teams",
    category: "teams",
    description: "Create, change, sync and delete teams",
    templates: PEOPLE,
  },
  {
    slug: "can_view_projects",
    category: "projects",
    description: "See projects and their tasks",
    templates: ALL,
  },
  { slug: "can_create_projects", category: "projects", description: "Create projects", templates: BUILDERS },
  {
    slug: "can_manage_projects",
    category: "projects",
    description: "Change projects, their members and settings",
    templates: MANAGERS,
  },
  {
    slug: "can_edit_tasks",
    category: "projects",
    description: "Create, change and move tasks",
    templates: WORKERS,
    sees: "can_view_projects",
  },
  {
    slug: "can_view_repositories",
    category: "repositories",
    description: "See adopted repositories",
    templates: BUILDERS,
  },
  {
    slug: "can_manage_repositories",
    category: "repositories",
    description: "Adopt, sync, reclaim and drop repositories",
    templates: MANAGERS,
  },
  {
    slug: "can_view_tracker",
    category: "tracker",
    description:
      "See the team's time in sums that tell of no single person, once there are such reports (no effect yet)",
    templates: PEOPLE,
  },
  {
    slug: "can_view_tracker_records",
    category: "tracker",
    description: "See what each person's time went to, once there are such reports (no effect yet)",
    templates: ADMINS,
  },
  {
    slug: "can_view_evidence",
    category: "tracker",
    description: "Open screenshot evidence of others",
    templates: ADMINS,
  },
  {
    slug: "can_manage_tracker",
    category: "tracker",
    description: "Set capture configuration and manage devices",
    templates: MANAGERS,
  },
  {
    slug: "can_view_crm",
    category: "crm",
    description: "See CRM objects and records",
    templates: CUSTOMER_FACING,
  },
  {
    slug: "can_edit_records",
    category: "crm",
    description: "Create, change and delete CRM records",
    templates: CUSTOMER_FACING,
    sees: "can_view_crm",
  },
  {
    slug: "can_manage_crm",
    category: "crm",
    description: "Change objects and attributes",
    templates: MANAGERS,
  },
  {
    slug: "can_manage_automations",
    category: "crm",
    description: "Build automations and sequences",
    templates: SELLERS,
  },
  {
    slug: "can_export_records",
    category: "crm",
    description: "Export and import CRM records",
    templates: SELLERS,
    sees: "can_view_crm",
  },
  {
    slug: "can_view_webhooks",
    category: "webhooks",
    description: "See webhooks and their delivery log",
    templates: BUILDERS,
  },
  {
    slug: "can_manage_webhooks",
    category: "webhooks",
    description: "Create webhooks, rotate secrets, redeliver",
    templates: ADMINS,
  },
  {
    slug: "can_manage_integrations",
    category: "webhooks",
    description: "See received webhooks and manage API keys",
    templates: ADMINS,
  },
  { slug: "can_view_forms", category: "forms", description: "See forms and submissions", templates: WORKERS },
  {
    slug: "can_manage_forms",
    category: "forms",
    description: "Build and publish forms",
    templates: MANAGERS,
  },
  { slug: "can_view_tables", category: "tables", description: "See tables and their rows", templates: ALL },
  {
    slug: "can_edit_rows",
    category: "tables",
    description: "Create, change and delete rows",
    templates: WORKERS,
    sees: "can_view_tables",
  },
  {
    slug: "can_manage_tables",
    category: "tables",
    description: "Create tables and change columns",
    templates: BUILDERS,
  },
  {
    slug: "can_share_tables",
    category: "tables",
    description: "Make and revoke share links",
    templates: MANAGERS,
  },
  {
    slug: "can_view_billing",
    category: "billing",
    description: "See the plan and its limits",
    templates: ADMINS,
  },
  {
    slug: "can_manage_settings",
    category: "settings",
    description: "Change the workspace's name and settings",
    templates: ADMINS,
  },
  { slug: "can_view_audit", category: "audit", description: "Read the audit log", templates: ADMINS },
] as const satisfies readonly Entry[];

export type PermissionSlug = (typeof CATALOG)[number]["slug"];
export type PermissionCategory = (typeof CATALOG)[number]["category"];

/** The built-in roles with what each grants, highest authority first. */
export const TEMPLATES = TEMPLATE_LIST.map((template) => ({
  ...template,
  permissions: CATALOG.filter((entry) =>
    (entry.templates as readonly TemplateSlug[]).includes(template.slug),
  ).map((entry) => entry.slug) as PermissionSlug[],
}));

/**
 * Apps switch whole categories of permissions on and off. The last two run elsewhere; only access to them is decided
 * here.
 */
export const APPS = [
  { slug: "tracking", name: "Tracking", categories: ["tracker"] },
  { slug: "crm", name: "CRM", categories: ["crm"] },
  { slug: "forms", name: "Forms", categories: ["forms"] },
  { slug: "tables", name: "Tables", categories: ["tables"] },
  { slug: "projects", name: "Projects", categories: ["projects"] },
  { slug: "integrations", name: "Integrations", categories: ["repositories", "webhooks"] },
  { slug: "hiring", name: "Hiring", categories: [] },
  { slug: "oncall", name: "On call", categories: [] },
] as const satisfies readonly { slug: string; name: string; categories: readonly PermissionCategory[] }[];
