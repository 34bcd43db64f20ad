import { recordAudits } from "@/lib/audit/store";
import { updateAttributeRow } from "@/lib/crm/attributes/store";
import type { NewOptions } from "@/lib/crm/import/new-options";
import type { ObjectRow } from "@/lib/crm/objects/store";
import type { Db } from "@/lib/platform/database";

/**
 * Adds the options that an import needs. The caller has locked the object, passes it with these options already among
 * its attributes, and has checked that the actor may change attributes.
 */
export async function addOptions(
  tx: Db,
  actor: Parameters<typeof recordAudits>[1],
  object: ObjectRow,
  added: NewOptions,
  now: Date,
): Promise<void> {
  const changed = object.attributes.filter(({ slug }) => added[slug]);
  for (const attribute of changed) await updateAttributeRow(tx, attribute, attribute);
  const entries = changed.map(({ id, slug, options }) => ({
    workspaceId: object.workspaceId,
    action: "crm_attribute.updated",
    target: { type: "crm_attribute", id },
    after: { slug, options, added: added[slug] ?? [] },
  }));
  await recordAudits(tx, actor, entries, now);
}
