import { Alert, Code, Text, Title } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { APPS, CATALOG, type PermissionSlug } from "@/lib/access/catalog";
import { useWorkspace, useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { useFirstPage } from "@/lib/ui/api/resource-queries";
import { IconInfoCircle, IconLock } from "@/lib/ui/icons";
import { useHasUnsaved } from "@/lib/ui/light-kit/unsaved";
import classes from "./no-permission.module.css";

const OWNERS_NAMED_MAX = 5;

/** Why the reader lacks it, in the order in which the decision is made. */
function useReason(permission: PermissionSlug): string {
  const { me } = useWorkspace();
  const category = CATALOG.find(({ slug }) => slug === permission)?.category;
  const closed = APPS.find(
    ({ slug, categories }) => !me.apps[slug] && categories.some((each) => each === category),
  );
  if (closed) return `The app ${closed.name} is switched off for you.`;
  if (me.member.permission_overrides[permission] === false) return "It was taken from you personally.";
  return `Your role, ${me.role.name}, does not grant it.`;
}

/** Who can grant what the reader lacks, as far as they may see who is here. */
function useGranters(): string {
  const { can } = useWorkspace();
  const owners = useFirstPage(
    "/workspaces/{workspace_id}/members",
    { params: useWorkspaceParams(), query: { status: "active", is_owner: true, limit: OWNERS_NAMED_MAX } },
    { enabled: can("can_view_members") },
  );
  const names = owners.data?.items.map(({ name }) => name) ?? [];
  if (owners.data?.next) names.push("another owner");
  return names.length > 0 ? new Intl.ListFormat("en", { type: "disjunction" }).format(names) : "An owner";
}

/** In place of a page that the reader may not open: which permission it asks for, and who can grant it. */
function NoPermission({ permission }: { permission: PermissionSlug }) {
  const reason = useReason(permission);
  const granters = useGranters();
  const description = CATALOG.find(({ slug }) => slug === permission)?.description;
  return (
    <div className={classes.notice}>
      <span className={classes.icon}>
        <IconLock size={20} stroke={1.75} aria-hidden="true" />
      </span>
      <Title order={1} size="h2">
        You can't open this page
      </Title>
      <Text mt="xs">
        It asks for <Code>{permission}</Code>
        {description ? ` (“${description}”)` : null}. {reason}
      </Text>
      <Text mt="xs" c="dimmed">
        {granters} can grant it, and so can anyone who manages members, ranks above your role and has it
        themselves.
      </Text>
    </div>
  );
}

/** Above a page that its reader may no longer open, and that holds what they typed. */
function Lost({ permission }: { permission: PermissionSlug }) {
  const granters = useGranters();
  return (
    <Alert
      color="yellow"
      role="alert"
      mb="md"
      icon={<IconLock size={18} />}
      title="You can't save here any more"
    >
      The page asks for <Code>{permission}</Code>, which was taken from you. What you typed stays here until
      you leave, so that you can copy it. {granters} can grant it again.
    </Alert>
  );
}

/**
 * A page that takes several permissions, or the first of them that the reader lacks. Whoever loses one while something
 * they typed is not saved keeps the page.
 */
export function Permitted({ by, children }: { by: readonly PermissionSlug[]; children: ReactNode }) {
  const { can } = useWorkspace();
  const missing = by.find((permission) => !can(permission));
  const hasUnsaved = useHasUnsaved();
  // What is not saved may also be of the page before, which is still there while this one is opened.
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen = missing === undefined || (wasOpen && hasUnsaved);
  if (isOpen !== wasOpen) setWasOpen(isOpen);
  if (!isOpen) return <NoPermission permission={missing} />;
  return (
    <>
      {missing === undefined ? null : <Lost permission={missing} />}
      {children}
    </>
  );
}

type NoteProps = { permission: PermissionSlug; children: ReactNode };

function Note({ permission, children }: NoteProps) {
  const granters = useGranters();
  return (
    <Alert role="note" mb="md" icon={<IconInfoCircle size={18} />}>
      {children} asks for <Code>{permission}</Code>, which you don't have. {granters} can grant it.
    </Alert>
  );
}

/** Says to whoever may only read a page what doing more takes, and who can grant it; the children name the doing. */
export function ReadOnlyNote(props: NoteProps) {
  return useWorkspace().can(props.permission) ? null : <Note {...props} />;
}
