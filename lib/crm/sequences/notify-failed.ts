import { listAnswerable } from "@/lib/access/list-holders";
import { findAnswerable } from "@/lib/crm/sequences/store";
import { notifyMembers } from "@/lib/notifications/notify-members";
import type { Db } from "@/lib/platform/database";
import type { SequenceEnrollment } from "@/lib/platform/rows";

/**
 * Tells a sequence's owner that a step of it failed; without one, everyone who manages automations. Unread, one
 * notification counts all failures.
 */
export async function notifyFailedStep(
  tx: Db,
  { id, workspaceId, sequenceId }: SequenceEnrollment,
  error: string,
  now: Date,
): Promise<void> {
  const sequence = await findAnswerable(tx, workspaceId, sequenceId);
  if (sequence === null) return;
  const { name, ownerId, workspaceSlug } = sequence;
  const records = `/w/${workspaceSlug}/crm/sequences/${sequenceId}/enrollments`;
  const notification = {
    kind: "automation" as const,
    title: `A step of the sequence ${name} failed`,
    body: error,
    link: `${records}?enrollment=${id}`,
    group: {
      key: `sequence-failed:${sequenceId}`,
      count: 1,
      title: `{n} steps of the sequence ${name} failed`,
      link: `${records}?has_failed_steps=true`,
    },
  };
  const people = await listAnswerable(tx, workspaceId, ownerId, "can_manage_automations");
  await notifyMembers(tx, workspaceId, people, notification, now);
}
