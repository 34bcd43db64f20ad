import {
  IconAddressBook,
  IconAdjustments,
  IconBolt,
  IconCheckbox,
  IconClipboardText,
  IconFolders,
  IconGitBranch,
  IconHistory,
  IconLayoutDashboard,
  IconListCheck,
  IconPlugConnected,
  IconShieldLock,
  IconTable,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from "@tabler/icons-react";
import type { PermissionSlug } from "@/lib/access/catalog";

export type NavigationEntry = {
  /** Below `/w/{slug}`; empty for the overview. */
  path: string;
  label: string;
  Icon: typeof IconUsers;
  /** Without it the page can't be opened. Pages that name none are for every member. */
  permission?: PermissionSlug;
};

/** The pages of a workspace, in the order of the menu. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { path: "", label: "Overview", Icon: IconLayoutDashboard },
  { path: "projects", label: "Projects", Icon: IconFolders, permission: "can_view_projects" },
  {
    path: "repositories",
    label: "Repositories",
    Icon: IconGitBranch,
    permission: "can_view_repositories",
  },
  { path: "crm", label: "CRM", Icon: IconAddressBook, permission: "can_view_crm" },
  { path: "crm/tasks", label: "CRM tasks", Icon: IconCheckbox, permission: "can_view_crm" },
  { path: "crm/automations", label: "Automations", Icon: IconBolt, permission: "can_view_crm" },
  { path: "crm/sequences", label: "Sequences", Icon: IconListCheck, permission: "can_view_crm" },
  { path: "tables", label: "Tables", Icon: IconTable, permission: "can_view_tables" },
  { path: "forms", label: "Forms", Icon: IconClipboardText, permission: "can_view_forms" },
  { path: "teams", label: "Teams", Icon: IconUsersGroup, permission: "can_view_teams" },
  { path: "members", label: "Members", Icon: IconUsers, permission: "can_view_members" },
  { path: "roles", label: "Roles", Icon: IconShieldLock, permission: "can_view_roles" },
  { path: "webhooks", label: "Webhooks", Icon: IconWebhook, permission: "can_view_webhooks" },
  {
    path: "integrations",
    label: "Integrations",
    Icon: IconPlugConnected,
    permission: "can_manage_integrations",
  },
  { path: "audit", label: "Audit log", Icon: IconHistory, permission: "can_view_audit" },
  { path: "settings", label: "Settings", Icon: IconAdjustments },
];

/** The address of a page of a workspace. */
export function workspacePath(slug: string, path = ""): string {
  return path === "" ? `/w/${encodeURIComponent(slug)}` : `/w/${encodeURIComponent(slug)}/${path}`;
}

/**
 * The part of an address that names a workspace's page: `/w/acme/members/42` → `members`, `/w/acme/crm/tasks` →
 * `crm/tasks`; empty for the overview.
 */
export function sectionOf(pathname: string): string {
  const [, , , first = "", second = ""] = pathname.split("/");
  const below = `${first}/${second}`;
  return NAVIGATION.some(({ path }) => path === below) ? below : first;
}
