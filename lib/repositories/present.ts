import { canReclaim } from "@/lib/repositories/rules";
import { Repository } from "@/lib/repositories/schema";
import type { RepositoryRow } from "@/lib/repositories/store";

/** An adopted repository as the members of its workspace see it. */
export function presentRepository(row: RepositoryRow): Repository {
  return {
    id: row.id,
    full_name: row.fullName,
    default_branch: row.defaultBranch,
    is_private: row.isPrivate,
    adopted_by_developer_id: row.adoptedByDeveloperId,
    adopted_by_name: row.adoptedBy?.name ?? null,
    can_reclaim: canReclaim(row.adoptedBy),
    sync_status: Repository.shape.sync_status.parse(row.syncStatus),
    last_synced_at: row.lastSyncedAt?.toISOString() ?? null,
    last_error: row.lastError,
    commit_count: row.commitCount,
    created_at: row.createdAt.toISOString(),
  };
}
