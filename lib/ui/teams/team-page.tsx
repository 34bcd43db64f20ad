"use client";

import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconPencil, IconRefresh, IconTrash } from "@/lib/ui/icons";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import classes from "@/lib/ui/kit/lists/list-page.module.css";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { ResourceFrame, resourceOf, useOpenId } from "@/lib/ui/kit/pages/resource-frame";
import { Tag } from "@/lib/ui/kit/status/tag";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
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

const TeamDialog = lazyDialog(() => import("@/lib/ui/teams/team-form"));

function SyncButton({ team }: { team: Team }) {
  const sync = useSyncTeam(team.id);
  const hasSources = team.source_repository_ids.length > 0;
  const run = async () => {
    try {
      const { added, removed, unchanged } = await sync.mutateAsync();
      notifications.show({
        color: "pine",
        title: "The team is up to date with its repositories",
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

function TeamActions({ slug, team }: { slug: string; team: Team }) {
  const { can } = useWorkspace();
  const router = useRouter();
  const update = useUpdateTeam(team.id);
  const remove = useDeleteTeam(team.id);
  const [isEditing, editing] = useDisclosure();
  const [isDeleting, deleting] = useDisclosure();
  return (
    <>
      {team.type === "manual" ? null : <SyncButton team={team} />}
      <Button variant="default" leftSection={<IconPencil size={16} stroke={1.75} />} onClick={editing.open}>
        Edit
      </Button>
      <DotsMenu
        label={`More about ${team.name}`}
        look="head"
        entries={[{ name: "Delete team", Icon: IconTrash, isDanger: true, onClick: deleting.open }]}
      />
      <TeamDialog
        team={team}
        isOpen={isEditing}
        onClose={editing.close}
        maySeeRepositories={can("can_view_repositories")}
        onSubmit={(_values, changed) => update.mutateAsync(changed)}
      />
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={deleting.close}
        title={`Delete ${team.name}?`}
        confirmLabel="Delete team"
        typed={team.slug}
        onConfirm={() => remove.mutateAsync()}
        onDone={() => router.push(workspacePath(slug, "teams"))}
      >
        {team.member_count === 0
          ? "Nobody is in it. The team is gone for good."
          : `Its ${team.member_count === 1 ? "member stays" : `${team.member_count} members stay`} in the workspace; the team and who belonged to it are gone for good.`}
      </ConfirmDialog>
    </>
  );
}

function TeamContent({ team }: { team: Team }) {
  const { slug, can } = useWorkspace();
  const members = useTeamMembers(team.id);
  const mayManage = can("can_manage_teams");
  return (
    <>
      <PageHeader
        title={team.name}
        description={
          <>
            <Tag>{TEAM_TYPES[team.type].label}</Tag>{" "}
            {team.synced_at === null ? (
              TEAM_TYPES[team.type].description
            ) : (
              <>
                Last synced <RelativeTime at={team.synced_at} />
              </>
            )}
          </>
        }
        actions={mayManage ? <TeamActions slug={slug} team={team} /> : null}
      />
      <div className={classes.columns}>
        <div className={classes.stack}>
          <TeamMembers team={team} members={members} mayManage={mayManage} />
          {team.type !== "manual" && can("can_view_repositories") ? (
            <TeamSources slug={slug} team={team} />
          ) : null}
        </div>
        {/* Figures are of the members: if these can't be read, their card says so. */}
        {members.error && !members.items ? null : <TeamFigures members={members.items} />}
      </div>
    </>
  );
}

const TEAM = resourceOf<Team>("team");

function MembersAhead() {
  useTeamMembers(useOpenId(TEAM));
  return null;
}

/** One team: its members and why they are, and figures from its commits. */
export function TeamPage({ teamId }: { teamId: string }) {
  const { slug } = useWorkspace();
  return (
    <ResourceFrame
      of={TEAM}
      id={teamId}
      permission="can_view_teams"
      up={{ href: workspacePath(slug, "teams"), label: "Teams" }}
      useQuery={useTeam}
      ahead={{ "": <MembersAhead /> }}
      nameOf={({ name }) => name}
    >
      {(team) => <TeamContent team={team} />}
    </ResourceFrame>
  );
}
