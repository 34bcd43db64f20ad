import { TaskActivity } from "@/lib/projects/tasks/activity/schema";
import type { ActivityRow } from "@/lib/projects/tasks/activity/store";

/** Ids of the people of whom the changes of some entries speak. */
export function peopleIn(rows: readonly ActivityRow[]): string[] {
  const named = rows.flatMap((row) =>
    TaskActivity.shape.changes
      .parse(row.changes)
      .flatMap((change) => (change.field === "assignee_id" ? [change.old, change.new] : [])),
  );
  return [...new Set(named.filter((id) => typeof id === "string"))];
}

/** A comment or change of a task, as the members of its workspace see it. */
export function presentActivity(
  row: ActivityRow,
  names: Readonly<Record<string, string>> = {},
): TaskActivity {
  const spoken = peopleIn([row]).flatMap((id) => (names[id] === undefined ? [] : [[id, names[id]] as const]));
  return {
    id: row.id,
    kind: TaskActivity.shape.kind.parse(row.kind),
    actor_kind: TaskActivity.shape.actor_kind.parse(row.actorKind),
    actor_id: row.actorId,
    actor: row.actor && { name: row.actor.name, avatar_url: row.actor.avatarUrl },
    body: row.body,
    changes: TaskActivity.shape.changes.parse(row.changes),
    labels: Object.fromEntries(spoken),
    created_at: row.createdAt.toISOString(),
    edited_at: row.editedAt?.toISOString() ?? null,
  };
}
