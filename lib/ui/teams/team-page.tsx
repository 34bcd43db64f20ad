"use client";

import { ActionIcon, Button, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { IconDots, IconPencil, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { lazy } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { ConfirmDialog } from "@/lib/ui/kit/confirm-dialog";
import { ErrorNotice } from "@/lib/ui/kit/error-notice";
import { LazyDialog } from "@/lib/ui/kit/lazy-dialog";
import { LazyMenu } from "@/lib/ui/kit/lazy-menu";
import { UpLink } from "@/lib/ui/kit/list-page";
import classes from "@/lib/ui/kit/list-page.module.css";
import { NoPermission } from "@/lib/ui/kit/no-permission";
import { PageHeader } from "@/lib/ui/kit/page-header";
import { RelativeTime } from "@/lib/ui/kit/relative-time";
import { Tag } from "@/lib/ui/kit/tag";
import { workspacePath } from "@/lib/ui/shell/navigation";
import {
  type Team,
  useDeleteTeam,
  useSyncTeam,
  useTeam,
  useTeamMembers,
  useUpdateTeam,
} from "@/lib/ui/teams/queries";
import { TeamFigures } from "@/lib/ui/teams/team-figures";
import { TeamMembers } from "@/lib/ui/teams/team-members";
import { TeamSources } from "@/lib/ui/teams/team-sources";
import { TEAM_TYPES } from "@/lib/ui/teams/team-types";

const TeamDialog = lazy(() => import("@/lib/ui/teams/team-form"));

function SyncButton({ workspaceId, team }: { workspaceId: string; team: Team }) {
  const sync = useSyncTeam(workspaceId, team.id);
  const hasSources = team.source_repository_ids.length > 0;
  const run = async () => {
    try {
      const { added, removed, unchanged } = await sync.mutateAsync();
      notifications.show({
        color: "pine",
        title: "The team is in step with its repositories",
        message: `${added} added, ${removed} removed, ${unchanged} unchanged`,
      });
    } catch (error) {
      notifyFailure("The team was not synced", error);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} stroke={1.75} />}
      loading={sync.isPending}
      disabled={!hasSources}
      title={hasSources ? undefined : "Choose source repositories first"}
      onClick={run}
    >
      Sync now
    </Button>
  );
}

function TeamActions({ workspaceId, slug, team }: { workspaceId: string; slug: string; team: Team }) {
  const { can } = useWorkspace();
  const router = useRouter();
  const update = useUpdateTeam(workspaceId, team.id);
  const remove = useDeleteTeam(workspaceId, team.id);
  const [isEditing, editing] = useDisclosure();
  const [isDeleting, deleting] = useDisclosure();
  return (
    <>
      {team.type === "manual" ? null : <SyncButton workspaceId={workspaceId} team={team} />}
      <Button variant="default" leftSection={<IconPencil size={16} stroke={1.75} />} onClick={editing.open}>
        Edit
      </Button>
      <LazyMenu
        position="bottom-end"
        target={
          <ActionIcon variant="default" size={36} aria-label={`More about ${team.name}`}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        }
      >
        {(Menu) => (
          <>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} stroke={1.75} />}
              onClick={deleting.open}
            >
              Delete team
            </Menu.Item>
          </>
        )}
      </LazyMenu>
      <LazyDialog isOpen={isEditing}>
        {(isOpen) => (
          <TeamDialog
            workspaceId={workspaceId}
            team={team}
            isOpen={isOpen}
            onClose={editing.close}
            maySeeRepositories={can("can_view_repositories")}
            onSubmit={(values) => update.mutateAsync(values)}
          />
        )}
      </LazyDialog>
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={deleting.close}
        title={`Delete ${team.name}?`}
        confirmLabel="Delete team"
        typed={team.slug}
        onConfirm={async () => {
          await remove.mutateAsync();
          router.push(workspacePath(slug, "teams"));
        }}
      >
        {team.member_count === 0
          ? "Nobody is in it. The team is gone for good."
          : `Its ${team.member_count === 1 ? "member stays" : `${team.member_count} members stay`} in the workspace; the team and who belonged to it are gone for good.`}
      </ConfirmDialog>
    </>
  );
}

function TeamContent({ teamId }: { teamId: string }) {
  const { id, slug, can } = useWorkspace();
  const team = useTeam(id, teamId);
  const members = useTeamMembers(id, teamId);
  if (team.error && !team.data) {
    return <ErrorNotice error={team.error} isPage what="this team" onRetry={() => team.refetch()} />;
  }
  if (!team.data) {
    return (
      <div role="status" aria-label="Loading the team">
        <Skeleton height={26} width={200} radius="sm" mb="lg" />
        <Skeleton height={260} radius="lg" />
      </div>
    );
  }
  const mayManage = can("can_manage_teams");
  return (
    <>
      <PageHeader
        title={team.data.name}
        description={
          <>
            <Tag>{TEAM_TYPES[team.data.type].label}</Tag>{" "}
            {team.data.synced_at === null ? (
              TEAM_TYPES[team.data.type].description
            ) : (
              <>
                Last synced <RelativeTime at={team.data.synced_at} />
              </>
            )}
          </>
        }
        actions={mayManage ? <TeamActions workspaceId={id} slug={slug} team={team.data} /> : null}
      />
      <div className={classes.columns}>
        <div className={classes.stack}>
          <TeamMembers workspaceId={id} team={team.data} members={members} mayManage={mayManage} />
          {team.data.type !== "manual" && can("can_view_repositories") ? (
            <TeamSources workspaceId={id} slug={slug} team={team.data} />
          ) : null}
        </div>
        <TeamFigures members={members.items} />
      </div>
    </>
  );
}

/** One team: who is in it and why, and what its commits tell. */
export function TeamPage({ teamId }: { teamId: string }) {
  const { slug, can } = useWorkspace();
  if (!can("can_view_teams")) return <NoPermission permission="can_view_teams" />;
  return (
    <>
      <UpLink href={workspacePath(slug, "teams")}>Teams</UpLink>
      <TeamContent key={teamId} teamId={teamId} />
    </>
  );
}
