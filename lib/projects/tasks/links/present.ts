import { TaskLink } from "@/lib/projects/tasks/links/schema";
import type { TaskLinkRow } from "@/lib/projects/tasks/links/store";

/** What names a task, as the members of its workspace see it. */
export function presentLink(row: TaskLinkRow): TaskLink {
  return {
    id: row.id,
    kind: TaskLink.shape.kind.parse(row.kind),
    ref: row.ref,
    repository_id: row.repositoryId,
    repository: row.repository.fullName,
    title: row.title,
    url: row.url,
    state: TaskLink.shape.state.parse(row.state),
    is_fix: row.isFix,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
