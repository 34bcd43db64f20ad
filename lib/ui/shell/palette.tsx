"use client";

import { Combobox, Modal, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import {
  IconArrowsExchange,
  IconBook2,
  IconFolder,
  IconHome,
  IconKey,
  IconPlus,
  IconSearch,
  IconUser,
} from "@tabler/icons-react";
import { useParams, usePathname, useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { PermissionSlug } from "@/lib/access/catalog";
import { useProfile } from "@/lib/ui/api/profile";
import { useList } from "@/lib/ui/api/resource-queries";
import { CONSOLE_HOME } from "@/lib/ui/api/return-path";
import { useOpenWorkspace } from "@/lib/ui/api/use-open-workspace";
import { useMe } from "@/lib/ui/api/workspaces";
import { NAVIGATION, sectionOf, workspacePath } from "@/lib/ui/shell/navigation";
import { NewWorkspaceDialog } from "@/lib/ui/shell/new-workspace";
import classes from "./palette.module.css";

const TYPING_MS = 150;
const FOUND_MAX = 5;

type Command = {
  id: string;
  label: string;
  detail?: string;
  /** Further words by which it is found. */
  words?: string;
  Icon: typeof IconSearch;
  run: () => void;
};
type Group = { label: string; commands: Command[] };

function matches({ label, detail = "", words = "" }: Command, text: string): boolean {
  const inside = `${label} ${detail} ${words}`.toLowerCase();
  return text.split(/\s+/).every((word) => inside.includes(word));
}

/** What was found for the text as it stands, and nothing that an earlier one found. */
function settled<T>({
  items,
  isPlaceholderData,
}: {
  items: T[] | undefined;
  isPlaceholderData: boolean;
}): T[] {
  return isPlaceholderData ? [] : (items ?? []);
}

/** All that can be done from here, in groups; what is on the server is searched there. */
function useGroups(text: string, isOpen: boolean, createWorkspace: () => void): Group[] {
  const router = useRouter();
  const section = sectionOf(usePathname());
  const isInside = useParams().slug !== undefined;
  const { list, workspace } = useOpenWorkspace();
  const profile = useProfile();
  const me = useMe(isOpen ? workspace?.id : undefined);
  const [search] = useDebouncedValue(text, TYPING_MS);
  const id = workspace?.id ?? "";
  const held = new Set<string>(me.data?.permissions);
  const can = (permission: PermissionSlug) => held.has(permission);
  const asked = { params: { workspace_id: id }, query: { search, limit: FOUND_MAX } };
  const projects = useList("/workspaces/{workspace_id}/projects", asked, {
    isEnabled: isOpen && search !== "" && can("can_view_projects"),
  });
  const members = useList("/workspaces/{workspace_id}/members", asked, {
    isEnabled: isOpen && search !== "" && can("can_view_members"),
  });

  const go = (path: string) => () => router.push(path);
  const inWorkspace = (path: string) => go(workspacePath(workspace?.slug ?? "", path));
  const pages = NAVIGATION.filter(({ permission }) => me.data && (!permission || can(permission)));
  const others = list.items?.filter((each) => !isInside || each.id !== workspace?.id) ?? [];
  const fixed: Group[] = [
    {
      label: workspace?.name ?? "",
      commands: [
        ...pages.map(({ path, label, Icon }) => ({
          id: `page-${path}`,
          label,
          Icon,
          run: inWorkspace(path),
        })),
      ],
    },
    {
      label: "Go to",
      commands: [
        { id: "home", label: "Home", words: "my day time", Icon: IconHome, run: go(CONSOLE_HOME) },
        { id: "account", label: "Account", words: "profile me", Icon: IconUser, run: go("/account") },
        { id: "tokens", label: "API tokens", detail: "Account", Icon: IconKey, run: go("/account#tokens") },
        { id: "docs", label: "API reference", words: "docs", Icon: IconBook2, run: go("/docs") },
      ],
    },
    {
      label: "Create",
      commands: [
        ...(can("can_create_projects")
          ? [{ id: "new-project", label: "New project", Icon: IconPlus, run: inWorkspace("projects?new=1") }]
          : []),
        ...(can("can_manage_teams")
          ? [{ id: "new-team", label: "New team", Icon: IconPlus, run: inWorkspace("teams?new=1") }]
          : []),
        ...(can("can_manage_webhooks")
          ? [{ id: "new-webhook", label: "New webhook", Icon: IconPlus, run: inWorkspace("webhooks/new") }]
          : []),
        ...(can("can_invite_members")
          ? [
              {
                id: "invite",
                label: "Invite people",
                words: "new member",
                Icon: IconPlus,
                run: inWorkspace("members?tab=invites&new=1"),
              },
            ]
          : []),
        ...(can("can_manage_integrations")
          ? [
              {
                id: "new-api-key",
                label: "New API key",
                words: "product events integrations",
                Icon: IconPlus,
                run: inWorkspace("integrations/api-keys?new=1"),
              },
            ]
          : []),
        ...(profile.data?.can_create_workspaces
          ? [{ id: "new-workspace", label: "New workspace", Icon: IconPlus, run: createWorkspace }]
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
  ];
  const found: Group[] = [
    {
      label: "Projects",
      commands: settled(projects).map(({ id: projectId, name, key }) => ({
        id: projectId,
        label: name,
        detail: key,
        Icon: IconFolder,
        run: inWorkspace(`projects/${projectId}`),
      })),
    },
    {
      label: "People",
      commands: settled(members).map(({ developer_id, name, email }) => ({
        id: developer_id,
        label: name,
        detail: email,
        Icon: IconUser,
        run: inWorkspace(`members?search=${encodeURIComponent(email)}`),
      })),
    },
  ];
  const words = text.trim().toLowerCase();
  return [
    ...fixed.map(({ label, commands }) => ({
      label,
      commands: commands.filter((command) => matches(command, words)),
    })),
    ...(words === "" ? [] : found),
  ].filter(({ commands }) => commands.length > 0);
}

/** Chooses the first command whenever others are shown, so that Enter does the best match. It stands after them. */
function FirstChosen({ of, choose }: { of: string; choose: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what is shown that counts
  useEffect(() => {
    choose();
  }, [of]);
  return null;
}

type Props = { isOpen: boolean; onClose: () => void };

/** One field for everything: go somewhere, create something, switch workspaces, find a project or a person. */
export default function Palette({ isOpen, onClose }: Props) {
  // The list takes Escape for itself, so closing it is closing the palette.
  const combobox = useCombobox({ opened: isOpen, onDropdownClose: onClose });
  const [text, setText] = useState("");
  const [isCreating, setIsCreating] = useState(false);
  const groups = useGroups(text, isOpen, () => setIsCreating(true));
  const commands = groups.flatMap((group) => group.commands);
  const shown = commands.map(({ id }) => id).join();
  const run = (id: string) => {
    onClose();
    commands.find((command) => command.id === id)?.run();
  };
  return (
    <>
      <Modal.Root
        opened={isOpen}
        onClose={onClose}
        onExitTransitionEnd={() => setText("")}
        size={560}
        padding={0}
        yOffset="12vh"
        transitionProps={{ duration: 80 }}
      >
        <Modal.Overlay />
        <Modal.Content aria-label="Command palette">
          <Combobox store={combobox} onOptionSubmit={run}>
            <Combobox.EventsTarget withExpandedAttribute>
              <TextInput
                role="combobox"
                data-autofocus
                className={classes.field ?? ""}
                variant="unstyled"
                size="md"
                aria-label="Search or jump to"
                placeholder="Type a command, a project or a person"
                leftSection={<IconSearch size={17} stroke={1.75} />}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
              />
            </Combobox.EventsTarget>
            <Combobox.Options className={classes.options ?? ""} aria-label="Commands">
              {groups.map((group) => (
                <Combobox.Group key={group.label} label={group.label}>
                  {group.commands.map(({ id, label, detail, Icon }) => (
                    <Combobox.Option key={id} value={id} className={classes.option ?? ""}>
                      <Icon size={17} stroke={1.75} aria-hidden="true" />
                      <span className={classes.label}>{label}</span>
                      {detail ? <span className={classes.detail}>{detail}</span> : null}
                    </Combobox.Option>
                  ))}
                </Combobox.Group>
              ))}
              {commands.length === 0 ? <Combobox.Empty>Nothing by that name</Combobox.Empty> : null}
            </Combobox.Options>
            <FirstChosen of={shown} choose={combobox.selectFirstOption} />
          </Combobox>
        </Modal.Content>
      </Modal.Root>
      <NewWorkspaceDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </>
  );
}
