"use client";

import { Roster } from "@/lib/ui/kit/people/roster";
import { Tag } from "@/lib/ui/kit/status/tag";
import {
  type Team,
  type TeamMember,
  useAddTeamMember,
  useRemoveTeamMember,
  type useTeamMembers,
  useUpdateTeamMember,
} from "@/lib/ui/teams/queries";

const SOURCES: Record<TeamMember["source"], string> = {
  manual: "By hand",
  repo_contributor: "From a sync",
  auto_sync: "Follows commits",
};

type Props = {
  workspaceId: string;
  team: Team;
  members: ReturnType<typeof useTeamMembers>;
  mayManage: boolean;
};

/** The team's members, and why each is one. */
export function TeamMembers({ workspaceId, team, members, mayManage }: Props) {
  const add = useAddTeamMember(workspaceId, team.id);
  const update = useUpdateTeamMember(workspaceId, team.id);
  const remove = useRemoveTeamMember(workspaceId, team.id);
  return (
    <Roster
      workspaceId={workspaceId}
      of={team.name}
      note={team.member_count === 1 ? "1 person" : `${team.member_count} people`}
      people={members}
      mayManage={mayManage}
      empty={
        team.type === "manual"
          ? "Nobody yet. Whoever manages teams adds members by name."
          : "Nobody yet. A sync brings in the active members who committed in the last 90 days."
      }
      badge={({ source }) => <Tag isWideOnly>{SOURCES[source]}</Tag>}
      // A member added by a sync can't be added back as such: adding by hand is something else.
      removalNote={({ source }) =>
        source === "manual"
          ? null
          : "The next sync brings them back if they still commit to its repositories."
      }
      add={(developer_id, role) => add.mutateAsync({ developer_id, role })}
      setRole={(developerId, role) => update.mutateAsync({ developerId, role })}
      remove={(developerId) => remove.mutateAsync(developerId)}
    />
  );
}
