import { transaction } from "@/lib/platform/database";
import { type Captured, redact } from "@/lib/tracker/redaction/rules";
import { rulesInForce } from "@/lib/tracker/redaction/rules-in-force";
import {
  findOwnRules,
  lockNextDue,
  lockSamples,
  markBucketsOf,
  moveDue,
  type RedactedSample,
  type StoredTexts,
  updateSamples,
} from "@/lib/tracker/redaction/store";

/** What a stored sample is to become; null where it stays as it is. */
function change(sample: StoredTexts, developerId: string, ownSealed: string | null): RedactedSample | null {
  const { id, ts: _ts, isPrivate, hasUnread, workspaceId: _, workspaceRules, ...texts } = sample;
  const kept = redact(texts, rulesInForce({ developerId, workspaceRules, ownSealed }));
  // What was private stays so, though what made it private is gone.
  const isStillPrivate = isPrivate || kept.isPrivate;
  const fields = Object.keys(texts) as (keyof Captured)[];
  const isSame = isPrivate === isStillPrivate && fields.every((field) => texts[field] === kept[field]);
  return isSame && !hasUnread ? null : { id, kept: { ...kept, isPrivate: isStillPrivate } };
}

/**
 * Redacts a batch of stored samples of one developer, the newest that nobody looked at yet, by the rules of today. The
 * batch and how far it went are one transaction, so that this may end at any moment and go on from there.
 * @returns `limit` as long as anything is due
 */
export async function redactStored(limit: number, now: Date): Promise<number> {
  return transaction(async (tx) => {
    const due = await lockNextDue(tx, now);
    if (!due) return 0;
    const samples = await lockSamples(tx, due, limit);
    const ownSealed = await findOwnRules(due.developerId);
    const changes = samples.flatMap((sample) => change(sample, due.developerId, ownSealed) ?? []);
    if (changes.length > 0) await updateSamples(tx, changes);
    const wasPrivate = new Set(samples.filter(({ isPrivate }) => isPrivate).map(({ id }) => id));
    const becamePrivate = changes.filter(({ id, kept }) => kept.isPrivate && !wasPrivate.has(id));
    if (becamePrivate.length > 0) {
      await markBucketsOf(
        tx,
        becamePrivate.map(({ id }) => id),
        now,
      );
    }
    await moveDue(tx, due, samples.at(-1));
    return limit;
  });
}
