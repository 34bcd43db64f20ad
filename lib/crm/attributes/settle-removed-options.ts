import { SETTLED_PER_BATCH } from "@/lib/crm/attributes/limits";
import { getAttribute } from "@/lib/crm/attributes/list-attributes";
import { type OptionDecision, settledValue } from "@/lib/crm/attributes/rules";
import { listOptionHolders } from "@/lib/crm/attributes/store";
import { getLockedObject } from "@/lib/crm/objects/get-object";
import { findRecords, lockRecords } from "@/lib/crm/records/store";
import { changeRecords } from "@/lib/crm/records/write-records";
import type { Writer } from "@/lib/crm/records/writer";
import type { Db } from "@/lib/platform/database";

/** What is to become of the records that have removed options of an attribute, by the option's value. */
export type Settling = { object: string; attribute: string; decisions: Record<string, OptionDecision> };

/**
 * Applies what was decided to some of the records that have removed options: their timelines and webhooks show the
 * change, automations are not triggered. An option that has been added again meanwhile is left alone, and so is one
 * whose replacement is gone. Safe to repeat: finished records are not found again.
 * @returns whether there may be more
 * @throws AppError not_found if the object or the attribute is gone
 */
export async function settleRemovedOptions(
  tx: Db,
  writer: Writer,
  { object: objectSlug, attribute: slug, decisions }: Settling,
  now: Date,
): Promise<boolean> {
  const object = await getLockedObject(tx, writer.workspaceId, objectSlug, now);
  const attribute = getAttribute(object, slug);
  const isOption = (value: string) => attribute.options.some((option) => option.value === value);
  const due = new Map(
    Object.entries(decisions).filter(
      ([value, decision]) =>
        !isOption(value) && decision !== "keep" && (decision === "clear" || isOption(decision.move_to)),
    ),
  );
  if (due.size === 0) return false;
  const ids = await listOptionHolders(tx, attribute, [...due.keys()], SETTLED_PER_BATCH);
  await lockRecords(tx, writer.workspaceId, object.id, ids);
  const records = await findRecords(tx, writer.workspaceId, object.id, ids);
  const settled = records
    .filter(({ deletedAt }) => deletedAt === null)
    .map((record) => ({ record, values: { [slug]: settledValue(record.values[slug] ?? null, due) } }));
  await changeRecords(tx, { ...writer, setsOffAutomations: false }, object, settled, now);
  return ids.length === SETTLED_PER_BATCH;
}
