"use client";

import { Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { isRefusal } from "@/lib/ui/api/client";
import { WorkspaceProvider } from "@/lib/ui/api/open-workspace";
import { CONSOLE_HOME } from "@/lib/ui/api/return-path";
import { type Me, useMe, useWorkspaceBySlug } from "@/lib/ui/api/workspaces";
import { Link } from "@/lib/ui/kit/pages/link";
import { Titled } from "@/lib/ui/kit/pages/titled";
import { ErrorNotice } from "@/lib/ui/kit/states/error-notice";
import { StillLoading } from "@/lib/ui/kit/states/still-loading";
import { NAVIGATION, sectionOf } from "@/lib/ui/shell/navigation";
import { PhoneBar } from "@/lib/ui/shell/phone-bar";
import { WorkspaceMenu } from "@/lib/ui/shell/workspace-menu";
import classes from "./workspace-shell.module.css";

/** Sets a page's title from its section, until the page sets its own. */
function SectionTitle() {
  const section = sectionOf(usePathname());
  const entry = NAVIGATION.find(({ path }) => path === section);
  return section === "" || !entry ? null : <Titled name={entry.label} />;
}

function Opening() {
  return (
    <div className={classes.frame}>
      <div className={classes.nav} aria-hidden="true">
        {NAVIGATION.map(({ path }) => (
          <div key={path} className={classes.entry}>
            <Skeleton height={12} width="70%" radius="sm" />
          </div>
        ))}
      </div>
      <main id="main" className={classes.main}>
        <Stack role="status" aria-label="Opening the workspace" gap="md">
          <Skeleton height={26} width={180} radius="sm" />
          <Skeleton height={220} radius="lg" />
          <StillLoading />
        </Stack>
      </main>
    </div>
  );
}

function Unreachable({ children }: { children: ReactNode }) {
  return (
    <main id="main" className={`${classes.main} ${classes.alone}`}>
      {children}
    </main>
  );
}

/** Tells the reader when what they may do here changes while the page is open: parts of it come and go by that. */
function useRightsNotice(me: Me | undefined): void {
  const known = useRef<{ workspaceId: string; held: string }>(undefined);
  useEffect(() => {
    if (me === undefined) return;
    const before = known.current;
    const now = { workspaceId: me.member.workspace_id, held: me.permissions.toSorted().join(" ") };
    known.current = now;
    if (before?.workspaceId !== now.workspaceId || before.held === now.held) return;
    notifications.show({
      title: "What you may do here has changed",
      message: `Your role is ${me.role.name} now. Ask who manages members if something is missing.`,
    });
  }, [me]);
}

/** The frame of a workspace's pages: finds the workspace in the address, and shows what the member may open. */
export function WorkspaceShell({ slug, children }: { slug: string; children: ReactNode }) {
  const found = useWorkspaceBySlug(slug);
  const me = useMe(found.data?.id);
  useRightsNotice(me.data);
  const isRefused = isRefusal(me.error, 403);
  if (found.data === null || isRefused) {
    return (
      <Unreachable>
        <Title order={1} size="h2">
          This workspace can't be opened
        </Title>
        <Text mt="xs">
          There is no workspace <strong>{slug}</strong>, or you are not one of its active members. It may have
          been switched off, or someone who manages members may have removed or suspended you: ask one of its
          owners.
        </Text>
        <Group mt="lg" justify="center">
          <Button component={Link} href={CONSOLE_HOME}>
            Go to your workspaces
          </Button>
        </Group>
      </Unreachable>
    );
  }
  const failed = [found, me].find(({ data, error }) => error !== null && data === undefined);
  if (failed?.error) {
    return (
      <Unreachable>
        <ErrorNotice error={failed.error} isPage what="this workspace" onRetry={() => failed.refetch()} />
      </Unreachable>
    );
  }
  if (!found.data || !me.data) return <Opening />;
  return (
    <WorkspaceProvider workspace={found.data} me={me.data}>
      <Titled name={found.data.name}>
        <SectionTitle />
        <div className={classes.frame}>
          <div className={classes.nav}>
            <WorkspaceMenu />
          </div>
          <PhoneBar />
          <main id="main" className={classes.main}>
            {children}
          </main>
        </div>
      </Titled>
    </WorkspaceProvider>
  );
}
