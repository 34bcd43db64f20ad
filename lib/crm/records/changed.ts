import type { Values } from "@/lib/crm/attributes/schema";
import { isTrigger } from "@/lib/crm/automations/catalog";
import { triggerAutomations } from "@/lib/crm/automations/trigger-automations";
import type { FieldChange } from "@/lib/crm/records/schema";
import { exitEnrollments } from "@/lib/crm/sequences/exit-enrollments";
import type { Db } from "@/lib/platform/database";
import { emitAll, type WebhookEvent } from "@/lib/webhooks/emit";

/** A change of one record, as webhooks and automations hear of it. */
export type RecordChange = {
  workspaceId: string;
  type: "record.created" | "record.updated" | "record.deleted" | "record.restored";
  /** The object's slug. */
  object: string;
  record: { id: string; title: string; values: Values };
  /** What an update changed; empty for the others. */
  changes: FieldChange[];
  /** The developer who acted; null where the service did. */
  actorId: string | null;
  /** The automation run that made the change; null where none did. */
  causeRunId: string | null;
  setsOffAutomations: boolean;
};

async function exitDeleted(tx: Db, changes: readonly RecordChange[], now: Date): Promise<void> {
  const deleted = changes.filter(({ type }) => type === "record.deleted");
  const [first] = deleted;
  if (!first) return;
  const recordIds = deleted.map(({ record }) => record.id);
  await exitEnrollments(tx, first.workspaceId, { recordIds }, "record_deleted", now);
}

/** Restoring and undoing set nothing off: an undone deletion must not welcome anyone a second time. */
async function setOffAutomations(tx: Db, changes: readonly RecordChange[], now: Date): Promise<void> {
  const happenings = changes.flatMap(({ type, object, record, changes: fields, setsOffAutomations }) => {
    if (!isTrigger(type) || !setsOffAutomations) return [];
    const subject = {
      record_id: record.id,
      object,
      record: record.values,
      old: Object.fromEntries(fields.map(({ field, old }) => [field, old])),
      form: {},
    };
    return [{ type, formId: null, subject, changed: fields.map(({ field }) => field) }];
  });
  const [first] = changes;
  if (!first || happenings.length === 0) return;
  await triggerAutomations(tx, first.workspaceId, happenings, first.causeRunId, now);
}

/**
 * Tells the rest of the service of changes, in the transaction that makes them: no change without its deliveries and
 * runs, none of those without the change. The one seam between records and whoever follows them. All changes are of one
 * writer, and so of one workspace and cause.
 */
export async function recordsChanged(tx: Db, changes: readonly RecordChange[], now: Date): Promise<void> {
  const events = changes.map(({ workspaceId, type, object, record, changes, actorId }): WebhookEvent => {
    const subject = { object, record_id: record.id, values: record.values };
    return type === "record.updated"
      ? { workspaceId, type, data: { ...subject, changes, actor_id: actorId } }
      : { workspaceId, type, data: { ...subject, actor_id: actorId } };
  });
  await emitAll(tx, events, now);
  await exitDeleted(tx, changes, now);
  await setOffAutomations(tx, changes, now);
}
