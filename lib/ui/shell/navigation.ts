import type { PermissionSlug } from "@/lib/access/catalog";
import {
  IconAddressBook,
  IconAdjustments,
  IconArrowsSort,
  IconBolt,
  IconCheckbox,
  IconClipboardText,
  IconDeviceLaptop,
  IconEyeOff,
  IconFolders,
  IconGitBranch,
  IconHistory,
  IconLayoutDashboard,
  IconListCheck,
  IconPhoto,
  IconPlugConnected,
  IconShieldLock,
  IconTable,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from "@/lib/ui/icons";

/** Groups of a workspace's pages, in menu order. */
export const GROUPS = [
  "Work",
  "Tracker",
  "Customers",
  "Collect",
  "Developers",
  "People",
  "Settings",
] as const;

type Group = (typeof GROUPS)[number];

export type NavigationEntry = {
  /** Below `/w/{slug}`; empty for the overview. */
  path: string;
  label: string;
  Icon: typeof IconUsers;
  /** Pages without a group come before all groups. */
  group?: Group;
  /** The permission needed to open the page. Without one, it is open to every member. */
  permission?: PermissionSlug;
};

/** The pages of a workspace, in menu order. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { path: "", label: "Overview", Icon: IconLayoutDashboard },
  { path: "projects", label: "Projects", Icon: IconFolders, group: "Work", permission: "can_view_projects" },
  {
    path: "repositories",
    label: "Repositories",
    Icon: IconGitBranch,
    group: "Work",
    permission: "can_view_repositories",
  },
  {
    path: "tracker/devices",
    label: "Devices",
    Icon: IconDeviceLaptop,
    group: "Tracker",
    permission: "can_manage_tracker",
  },
  {
    path: "tracker/screenshots",
    label: "Screenshots",
    Icon: IconPhoto,
    group: "Tracker",
    permission: "can_view_evidence",
  },
  {
    path: "tracker/rules",
    label: "Rules",
    Icon: IconArrowsSort,
    group: "Tracker",
    permission: "can_manage_tracker",
  },
  { path: "tracker/privacy", label: "Privacy", Icon: IconEyeOff, group: "Tracker" },
  { path: "crm", label: "CRM", Icon: IconAddressBook, group: "Customers", permission: "can_view_crm" },
  {
    path: "crm/tasks",
    label: "CRM tasks",
    Icon: IconCheckbox,
    group: "Customers",
    permission: "can_view_crm",
  },
  {
    path: "crm/automations",
    label: "Automations",
    Icon: IconBolt,
    group: "Customers",
    permission: "can_view_crm",
  },
  {
    path: "crm/sequences",
    label: "Sequences",
    Icon: IconListCheck,
    group: "Customers",
    permission: "can_view_crm",
  },
  {
    path: "forms",
    label: "Forms",
    Icon: IconClipboardText,
    group: "Collect",
    permission: "can_view_forms",
  },
  { path: "tables", label: "Tables", Icon: IconTable, group: "Collect", permission: "can_view_tables" },
  {
    path: "webhooks",
    label: "Webhooks",
    Icon: IconWebhook,
    group: "Developers",
    permission: "can_view_webhooks",
  },
  {
    path: "integrations",
    label: "Integrations",
    Icon: IconPlugConnected,
    group: "Developers",
    permission: "can_manage_integrations",
  },
  { path: "teams", label: "Teams", Icon: IconUsersGroup, group: "People", permission: "can_view_teams" },
  { path: "members", label: "Members", Icon: IconUsers, group: "People", permission: "can_view_members" },
  { path: "roles", label: "Roles", Icon: IconShieldLock, group: "People", permission: "can_view_roles" },
  {
    path: "audit",
    label: "Audit log",
    Icon: IconHistory,
    group: "Settings",
    permission: "can_view_audit",
  },
  { path: "settings", label: "Settings", Icon: IconAdjustments, group: "Settings" },
];

/** The pages offered in the bar at the bottom of a phone, if the reader may open them. */
export const ON_PHONES: readonly string[] = ["", "projects", "crm", "forms", "tables", "members", "settings"];

/** The address of a page of a workspace. */
export function workspacePath(slug: string, path = ""): string {
  return path === "" ? `/w/${encodeURIComponent(slug)}` : `/w/${encodeURIComponent(slug)}/${path}`;
}

/**
 * The part of an address that identifies a workspace's page: `/w/acme/members/42` → `members`, `/w/acme/crm/tasks` →
 * `crm/tasks`; empty for the overview.
 */
export function sectionOf(pathname: string): string {
  const [, , , first = "", second = ""] = pathname.split("/");
  const below = `${first}/${second}`;
  return NAVIGATION.some(({ path }) => path === below) ? below : first;
}
