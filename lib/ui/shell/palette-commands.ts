import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useParams, usePathname, useRouter } from "next/navigation";
import type { PermissionSlug } from "@/lib/access/catalog";
import type { Kind } from "@/lib/search/schema";
import { useProfile } from "@/lib/ui/api/profile";
import { useAnswer } from "@/lib/ui/api/resource-queries";
import { CONSOLE_HOME } from "@/lib/ui/api/return-path";
import { useOpenWorkspace } from "@/lib/ui/api/use-open-workspace";
import { useMe } from "@/lib/ui/api/workspaces";
import {
  IconAddressBook,
  IconAdjustments,
  IconArrowsExchange,
  IconBolt,
  IconBook2,
  IconBulb,
  IconCheckbox,
  IconClipboardText,
  IconCode,
  IconFolder,
  IconGitBranch,
  IconHome,
  IconKey,
  IconKeyboard,
  IconListCheck,
  IconPlus,
  type IconSearch,
  IconTable,
  IconUser,
  IconUsersGroup,
  IconWebhook,
} from "@/lib/ui/icons";
import { DOC_AREAS, docPath } from "@/lib/ui/shell/doc-areas";
import { NAVIGATION, sectionOf, workspacePath } from "@/lib/ui/shell/navigation";

const TYPING_MS = 120;

export type Command = {
  id: string;
  label: string;
  detail?: string;
  /** Further words to find it by. */
  words?: string;
  /** Shown only after typing: there are many of its kind. */
  isHidden?: boolean;
  Icon: typeof IconSearch;
  run: () => void;
};
type CommandGroup = { label: string; commands: Command[] };

/** What is done in one of the palette's dialogs. */
export type Dialogs = { createWorkspace: () => void; createTask: () => void; showShortcuts: () => void };

const FOUND: Record<Kind, { label: string; Icon: typeof IconSearch }> = {
  record: { label: "Records", Icon: IconAddressBook },
  task: { label: "Tasks", Icon: IconCheckbox },
  project: { label: "Projects", Icon: IconFolder },
  request: { label: "Requests", Icon: IconBulb },
  form: { label: "Forms", Icon: IconClipboardText },
  table: { label: "Tables", Icon: IconTable },
  member: { label: "People", Icon: IconUser },
  team: { label: "Teams", Icon: IconUsersGroup },
  object: { label: "CRM", Icon: IconAddressBook },
  automation: { label: "Automations", Icon: IconBolt },
  sequence: { label: "Sequences", Icon: IconListCheck },
  webhook: { label: "Webhooks", Icon: IconWebhook },
  repository: { label: "Repositories", Icon: IconGitBranch },
};

function matches({ label, detail = "", words = "" }: Command, text: string): boolean {
  const inside = `${label} ${detail} ${words}`.toLowerCase();
  return text.split(/\s+/).every((word) => inside.includes(word));
}

/** The server's search results for a text, grouped by kind. Results for earlier texts are not included. */
function useFound(workspaceId: string, text: string, go: (path: string) => () => void) {
  const [settled] = useDebouncedValue(text, TYPING_MS);
  const search = useAnswer(
    "/workspaces/{workspace_id}/search",
    { params: { workspace_id: workspaceId }, query: { q: settled } },
    { enabled: workspaceId !== "" && settled !== "", placeholderData: keepPreviousData, retry: false },
  );
  const isCurrent = text === settled && !search.isPlaceholderData;
  const groups = new Map<Kind, Command[]>();
  for (const { kind, id, title, detail, link } of isCurrent && text !== ""
    ? (search.data?.items ?? [])
    : []) {
    const commands = groups.get(kind) ?? [];
    commands.push({ id: `${kind}-${id}`, label: title, detail, Icon: FOUND[kind].Icon, run: go(link) });
    groups.set(kind, commands);
  }
  return {
    groups: [...groups].map(([kind, commands]) => ({ label: FOUND[kind].label, commands })),
    isSearching: text !== "" && workspaceId !== "" && (text !== settled || search.isFetching),
    error: isCurrent ? search.error : null,
  };
}

/** Everything that can be done from here, in groups, including results of a search on the server. */
export function useCommands(text: string, isOpen: boolean, dialogs: Dialogs) {
  const router = useRouter();
  const section = sectionOf(usePathname());
  const isInside = useParams().slug !== undefined;
  const { list, workspace } = useOpenWorkspace();
  const profile = useProfile();
  const me = useMe(isOpen ? workspace?.id : undefined);
  const held = new Set<string>(me.data?.permissions);
  const can = (permission: PermissionSlug) => held.has(permission);
  const objects = useAnswer(
    "/workspaces/{workspace_id}/crm/objects",
    { params: { workspace_id: workspace?.id ?? "" } },
    { enabled: isOpen && workspace !== undefined && can("can_edit_records") },
  );
  const typed = text.trim();
  const go = (path: string) => () => router.push(path);
  const inWorkspace = (path: string) => go(workspacePath(workspace?.slug ?? "", path));
  const found = useFound(isOpen ? (workspace?.id ?? "") : "", typed, go);

  const pages = NAVIGATION.filter(({ permission }) => me.data && (!permission || can(permission)));
  const others = list.items?.filter((each) => !isInside || each.id !== workspace?.id) ?? [];
  const creating = (permission: PermissionSlug, label: string, path: string, words = ""): Command[] =>
    can(permission)
      ? [{ id: `new-${path}`, label, words: `create add ${words}`, Icon: IconPlus, run: inWorkspace(path) }]
      : [];
  const groups: CommandGroup[] = [
    {
      label: workspace?.name ?? "",
      commands: [
        ...pages.map(({ path, label, Icon }) => ({
          id: `page-${path}`,
          label,
          Icon,
          run: inWorkspace(path),
        })),
        ...(me.data ? SETTINGS : []).map(({ path, label, words }) => ({
          id: `page-${path}`,
          label,
          words,
          detail: "Settings",
          isHidden: true,
          Icon: IconAdjustments,
          run: inWorkspace(path),
        })),
      ],
    },
    {
      label: "Go to",
      commands: [
        { id: "home", label: "Home", words: "my day time", Icon: IconHome, run: go(CONSOLE_HOME) },
        { id: "account", label: "Account", words: "profile me", Icon: IconUser, run: go("/account") },
        {
          id: "sign-ins",
          label: "Sign-ins",
          detail: "Account",
          words: "sessions sign out everywhere",
          isHidden: true,
          Icon: IconUser,
          run: go("/account#sign-ins"),
        },
        { id: "tokens", label: "API tokens", detail: "Account", Icon: IconKey, run: go("/account#tokens") },
        ...ACCOUNT_PAGES.map(({ path, label, words }) => ({
          id: path,
          label,
          words,
          detail: "Account",
          isHidden: true,
          Icon: IconUser,
          run: go(path),
        })),
        { id: "docs", label: "API reference", words: "docs", Icon: IconBook2, run: go("/docs") },
        {
          id: "shortcuts",
          label: "Keyboard shortcuts",
          words: "keys help ?",
          Icon: IconKeyboard,
          run: dialogs.showShortcuts,
        },
      ],
    },
    ...found.groups,
    {
      label: "Create",
      commands: [
        ...(can("can_edit_tasks")
          ? [
              {
                id: "new-task",
                label: "New task",
                words: "create add issue",
                Icon: IconPlus,
                run: dialogs.createTask,
              },
            ]
          : []),
        ...(objects.data ?? []).flatMap(({ slug, singular_name }) =>
          creating(
            "can_edit_records",
            `New ${singular_name.toLowerCase()}`,
            `crm/${encodeURIComponent(slug)}?new=1`,
            "record crm",
          ),
        ),
        ...creating("can_create_projects", "New project", "projects?new=1"),
        ...creating("can_manage_forms", "New form", "forms/new"),
        ...creating("can_manage_tables", "New table", "tables?new=1"),
        ...creating("can_manage_automations", "New automation", "crm/automations/new"),
        ...creating("can_manage_automations", "New sequence", "crm/sequences/new"),
        ...creating("can_manage_webhooks", "New webhook", "webhooks/new"),
        ...creating("can_invite_members", "Invite people", "members?tab=invites&new=1", "new member"),
        ...creating("can_manage_teams", "New team", "teams?new=1"),
        ...creating(
          "can_manage_integrations",
          "New API key",
          "integrations/api-keys?new=1",
          "product events integrations",
        ),
        ...(profile.data?.can_create_workspaces
          ? [
              {
                id: "new-workspace",
                label: "New workspace",
                words: "create add",
                Icon: IconPlus,
                run: dialogs.createWorkspace,
              },
            ]
          : []),
      ],
    },
    {
      label: "Switch workspace",
      commands: others.map((each) => ({
        id: each.id,
        label: each.name,
        detail: each.slug,
        words: "switch workspace",
        Icon: IconArrowsExchange,
        run: go(workspacePath(each.slug, isInside ? section : "")),
      })),
    },
    {
      label: "API reference",
      commands: DOC_AREAS.map((name) => ({
        id: `docs-${name}`,
        label: name,
        words: "docs api reference",
        isHidden: true,
        Icon: IconCode,
        run: go(docPath(name)),
      })),
    },
  ];
  const words = typed.toLowerCase();
  const shown = groups
    .map((group) =>
      found.groups.includes(group)
        ? group
        : {
            label: group.label,
            commands: group.commands.filter((each) => (words === "" ? !each.isHidden : matches(each, words))),
          },
    )
    .filter(({ commands }) => commands.length > 0);
  return { groups: shown, isSearching: found.isSearching, error: found.error };
}

/** Pages of the account. */
const ACCOUNT_PAGES = [
  { path: "/account/rules", label: "Your rules", words: "categories tracker" },
  { path: "/account/imports", label: "Imports", words: "activitywatch tracker upload" },
  {
    path: "/account/captured",
    label: "Data about you",
    words: "captured samples erase download privacy",
  },
];

/** Parts of the settings' page. */
const SETTINGS = [
  { path: "settings#general", label: "Name of the workspace", words: "rename" },
  { path: "settings#tracker", label: "Device tracker", words: "tracking time" },
  { path: "settings#plan", label: "Plan and usage", words: "billing limits" },
  { path: "settings#danger", label: "Delete or leave the workspace", words: "danger remove" },
];
