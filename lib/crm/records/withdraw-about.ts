import { listTasksAbout } from "@/lib/crm/records/store";
import { assignmentOf, mentionsOf } from "@/lib/notifications/rules";
import { deleteGroups } from "@/lib/notifications/store";
import type { Db } from "@/lib/platform/database";

/** Takes back what people were notified of about records that go for good: in their notes, and of tasks about them. */
export async function withdrawAbout(tx: Db, recordIds: readonly string[]): Promise<void> {
  const taskIds = await listTasksAbout(tx, recordIds);
  await deleteGroups(tx, [...recordIds.map(mentionsOf), ...taskIds.map(assignmentOf)]);
}
