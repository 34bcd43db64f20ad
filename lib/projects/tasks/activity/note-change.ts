import type { Db } from "@/lib/platform/database";
import { changesOf, type Shown } from "@/lib/projects/tasks/activity/rules";
import { insertActivities, insertActivity } from "@/lib/projects/tasks/activity/store";

/** Notes that somebody created a task, in the caller's transaction. */
export async function noteCreation(tx: Db, actorId: string, taskId: string, now: Date): Promise<void> {
  await insertActivity(tx, { taskId, actorId, kind: "created" }, now);
}

/** Notes what somebody changed of a task, in the caller's transaction; nothing where nothing that people see did. */
export async function noteChange(
  tx: Db,
  actorId: string,
  before: Shown & { id: string },
  after: Shown,
  now: Date,
): Promise<void> {
  await noteChanges(tx, actorId, [{ before, after }], now);
}

/** The same of several tasks. */
export async function noteChanges(
  tx: Db,
  actorId: string,
  tasks: readonly { before: Shown & { id: string }; after: Shown }[],
  now: Date,
): Promise<void> {
  const entries = tasks.flatMap(({ before, after }) => {
    const changes = changesOf(before, after);
    return changes.length === 0 ? [] : [{ taskId: before.id, actorId, kind: "changed" as const, changes }];
  });
  if (entries.length > 0) await insertActivities(tx, entries, now);
}
