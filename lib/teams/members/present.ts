import { TeamMember } from "@/lib/teams/members/schema";
import type { TeamMemberRow } from "@/lib/teams/members/store";

/** A team's member with the person behind it. */
export function presentTeamMember(row: TeamMemberRow): TeamMember {
  return {
    developer_id: row.developerId,
    name: row.developer.name,
    email: row.developer.email,
    avatar_url: row.developer.avatarUrl,
    role: TeamMember.shape.role.parse(row.role),
    source: TeamMember.shape.source.parse(row.source),
    joined_at: row.joinedAt.toISOString(),
  };
}
