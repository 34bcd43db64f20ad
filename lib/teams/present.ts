import { Team } from "@/lib/teams/schema";
import type { TeamRow } from "@/lib/teams/store";

/** A team as the members of its workspace see it. */
export function presentTeam(row: TeamRow): Team {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    slug: row.slug,
    type: Team.shape.type.parse(row.type),
    source_repository_ids: Team.shape.source_repository_ids.parse(row.sourceRepositoryIds),
    member_count: row._count.members,
    synced_at: row.syncedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}

/** What the audit log tells of a team. */
export function auditedTeam({ name, slug, type, source_repository_ids }: Team) {
  return { name, slug, type, source_repository_ids };
}
