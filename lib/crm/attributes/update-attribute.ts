import { isDeepStrictEqual } from "node:util";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { retitleRecordsJob, settleRemovedOptionsJob } from "@/lib/crm/attributes/jobs";
import { getAttribute } from "@/lib/crm/attributes/list-attributes";
import { presentAttribute } from "@/lib/crm/attributes/present";
import { retitleRecords } from "@/lib/crm/attributes/retitle-records";
import { checkAttribute, checkDecisions, type OptionDecision } from "@/lib/crm/attributes/rules";
import type { Attribute, UpdateAttribute } from "@/lib/crm/attributes/schema";
import { settleRemovedOptions } from "@/lib/crm/attributes/settle-removed-options";
import {
  claimAllValues,
  countOptionHolders,
  releaseAllValues,
  updateAttributeRow,
} from "@/lib/crm/attributes/store";
import { getObject } from "@/lib/crm/objects/get-object";
import { NAME_SLUG } from "@/lib/crm/objects/rules";
import { type AttributeRow, findObject, lockObjectWith } from "@/lib/crm/objects/store";
import { textsAmong } from "@/lib/crm/records/value-keys";
import { writerOf } from "@/lib/crm/records/writer";
import { AppError, invalidBody } from "@/lib/http/app-error";
import { enqueue } from "@/lib/jobs/enqueue";
import { type Db, transaction } from "@/lib/platform/database";

function audited({ slug, name, description, archivedAt, ...row }: AttributeRow) {
  const { isRequired, isUnique, options, currencyCode } = row;
  return {
    slug,
    name,
    description,
    isRequired,
    isUnique,
    options,
    currencyCode,
    isArchived: archivedAt !== null,
  };
}

/**
 * Checks that a decision was made for every removed option that records still have.
 * @throws AppError conflict that names each with the number of its records; invalid for decisions that lead nowhere
 */
async function expectDecided(
  tx: Db,
  before: AttributeRow,
  after: AttributeRow,
  decisions: Readonly<Record<string, OptionDecision>>,
): Promise<void> {
  const left = new Set(after.options.map(({ value }) => value));
  const removed = before.options.filter(({ value }) => !left.has(value));
  const values = removed.map(({ value }) => value);
  const issues = checkDecisions(decisions, after);
  if (issues.length > 0) throw invalidBody(issues);
  const counts = values.length === 0 ? new Map() : await countOptionHolders(tx, before, values);
  const options = removed
    .filter(({ value }) => counts.has(value) && !Object.hasOwn(decisions, value))
    .map(({ value, label }) => ({ value, label, records: counts.get(value) ?? 0 }));
  if (options.length === 0) return;
  const detail = "Records have options that you remove: say in on_removed what should happen to them.";
  throw new AppError("conflict", detail, { state: { options } });
}

/**
 * Changes an attribute, all but its slug and type, by which stored values are read.
 * @throws AppError not_found; invalid for settings that don't fit its type; conflict for archiving a built-in name, for
 *   bringing back a reference to an object that was deleted, and for `is_unique` while two records have the same value;
 *   conflict with `options` while records have an option that is removed and `on_removed` says nothing of it. What it
 *   says is done at once for some records, and by a job for more
 */
export async function updateAttribute(
  scope: WorkspaceScope,
  objectSlug: string,
  slug: string,
  body: UpdateAttribute,
  now: Date,
): Promise<Attribute> {
  const { workspaceId, actor } = scope;
  return transaction(async (tx) => {
    const { referenceSlug } = getAttribute(await getObject(tx, workspaceId, objectSlug, now), slug);
    await lockObjectWith(tx, workspaceId, objectSlug, referenceSlug);
    const before = getAttribute(await getObject(tx, workspaceId, objectSlug, now), slug);
    const isArchived = body.is_archived ?? before.archivedAt !== null;
    const after = {
      ...before,
      name: body.name ?? before.name,
      description: body.description ?? before.description,
      isRequired: body.is_required ?? before.isRequired,
      isUnique: body.is_unique ?? before.isUnique,
      options: body.options ?? before.options,
      currencyCode: body.currency_code ?? before.currencyCode,
      archivedAt: isArchived ? (before.archivedAt ?? now) : null,
    };
    const issues = checkAttribute(after);
    if (issues.length > 0) throw invalidBody(issues);
    if (isArchived && before.isSystem && before.slug === NAME_SLUG) {
      throw new AppError("conflict", "The attribute that names a record can't be archived");
    }
    const comesBack = before.archivedAt !== null && !isArchived;
    if (comesBack && referenceSlug !== null && !(await findObject(tx, workspaceId, referenceSlug))) {
      throw new AppError("conflict", `The object that it refers to, ${referenceSlug}, was deleted`);
    }
    const decisions = body.on_removed ?? {};
    await expectDecided(tx, before, after, decisions);
    // An archived attribute is not written any more, so its values must not keep others from theirs.
    const wasEnforced = before.isUnique && before.archivedAt === null;
    const isEnforced = after.isUnique && after.archivedAt === null;
    if (isEnforced && !wasEnforced && !(await claimAllValues(tx, before))) {
      throw new AppError("conflict", `Several records have the same ${before.name}`);
    }
    if (wasEnforced && !isEnforced) await releaseAllValues(tx, before);
    const row = await updateAttributeRow(tx, before, after);
    const entry = {
      action: "crm_attribute.updated",
      target: { type: "crm_attribute", id: before.id },
      before: audited(before),
      after: { ...audited(row), ...(body.on_removed ? { on_removed: decisions } : {}) },
    };
    if (isDeepStrictEqual(entry.before, entry.after)) return presentAttribute(row);
    await recordAudit(tx, { workspaceId, actor }, entry, now);
    const retitling = { workspaceId, object: objectSlug };
    const isMoved = isArchived !== (before.archivedAt !== null) && textsAmong([before]).length > 0;
    if (isMoved && (await retitleRecords(tx, retitling, null, now)) !== null) {
      await enqueue(tx, retitleRecordsJob, retitling, now);
    }
    const settling = { object: objectSlug, attribute: slug, decisions };
    if (await settleRemovedOptions(tx, writerOf(scope), settling, now)) {
      const payload = { workspaceId, developerId: actor.developerId, ...settling };
      await enqueue(tx, settleRemovedOptionsJob, payload, now);
    }
    return presentAttribute(row);
  });
}

/** Archives an attribute: its values stay, hidden, and come back with it. As `updateAttribute`. */
export async function archiveAttribute(
  scope: WorkspaceScope,
  objectSlug: string,
  slug: string,
  now: Date,
): Promise<void> {
  await updateAttribute(scope, objectSlug, slug, { is_archived: true }, now);
}
