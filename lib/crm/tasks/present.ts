import type { CrmTask } from "@/lib/crm/tasks/schema";
import type { CrmTaskRow } from "@/lib/crm/tasks/store";

/** A task with the record that it is about. */
export function presentCrmTask(row: CrmTaskRow): CrmTask {
  const { record, assignee } = row;
  return {
    id: row.id,
    record: { id: record.id, object: record.object.slug, title: record.title },
    title: row.title,
    assignee_id: row.assigneeId,
    assignee: assignee && { name: assignee.name, avatar_url: assignee.avatarUrl },
    due_on: row.dueOn?.toISOString().slice(0, 10) ?? null,
    enrollment_id: row.enrollmentId,
    is_done: row.isDone,
    completed_at: row.completedAt?.toISOString() ?? null,
    completed_by_id: row.completedById,
    created_at: row.createdAt.toISOString(),
  };
}
