import { Roster } from "@/lib/ui/kit/people/roster";
import { Tag } from "@/lib/ui/kit/status/tag";
import { countOf } from "@/lib/ui/kit/words/counts";
import { type Team, type TeamMember, type useTeamMembers, useTeamRoster } from "@/lib/ui/teams/queries";

const SOURCES: Record<TeamMember["source"], string> = {
  manual: "By hand",
  repo_contributor: "From a sync",
  auto_sync: "Follows commits",
};

type Props = {
  team: Team;
  members: ReturnType<typeof useTeamMembers>;
  mayManage: boolean;
};

/** The team's members, and why each is one. */
export function TeamMembers({ team, members, mayManage }: Props) {
  const roster = useTeamRoster(team.id);
  return (
    <Roster
      of={team.name}
      note={countOf(team.member_count, "person", "people")}
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
      {...roster}
    />
  );
}
