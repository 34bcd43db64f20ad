import { mapInSlices } from "@/lib/jobs/rest";
import { type Db, transaction } from "@/lib/platform/database";
import { enqueueEnrich } from "@/lib/tracker/enrichment/enqueue-enrich";
import { type Captured, NO_TEXTS, redact } from "@/lib/tracker/redaction/rules";
import { rulesInForce } from "@/lib/tracker/redaction/rules-in-force";
import {
  findOwnRules,
  listSummedNames,
  listWorkspaceRulesOf,
  lockNextDue,
  lockSamples,
  markBucketsOf,
  moveDue,
  type RedactedSample,
  replaceSummedNames,
  type StoredTexts,
  type SummedNames,
  updateSamples,
} from "@/lib/tracker/redaction/store";
import { deleteUnusedContexts, lockDevicesOf } from "@/lib/tracker/samples/store";

/** What a stored sample must become; null if it stays as it is. */
function change(sample: StoredTexts, developerId: string, ownSealed: string | null): RedactedSample | null {
  const { id, ts, isPrivate, hasUnread, workspaceId: _, workspaceRules, ...texts } = sample;
  const kept = redact(texts, rulesInForce({ developerId, workspaceRules, ownSealed }));
  // A private sample stays private, even if what made it private has been removed from it.
  const isStillPrivate = isPrivate || kept.isPrivate;
  const fields = Object.keys(texts) as (keyof Captured)[];
  const isSame = isPrivate === isStillPrivate && fields.every((field) => texts[field] === kept[field]);
  return isSame && !hasUnread ? null : { id, ts, kept: { ...kept, isPrivate: isStillPrivate } };
}

/**
 * Redacts the names in a developer's sums, which outlive the samples: by their own rules, and by those of each
 * workspace that they tracked time for.
 */
async function redactSums(tx: Db, developerId: string, ownSealed: string | null): Promise<void> {
  const names = await listSummedNames(tx, developerId);
  const ofWorkspaces = await listWorkspaceRulesOf(tx, developerId);
  const layers = [null, ...ofWorkspaces].map((workspaceRules) =>
    rulesInForce({ developerId, workspaceRules, ownSealed }),
  );
  const changes = names.flatMap((from) => {
    const to = layers.reduce<SummedNames>(({ appName, repository }, rules) => {
      const kept = redact(
        { ...NO_TEXTS, appName: appName ?? "", bundleId: "", callApp: null, repo: repository },
        rules,
      );
      return { appName: kept.appName || null, repository: kept.repo };
    }, from);
    return to.appName === from.appName && to.repository === from.repository ? [] : [{ from, to }];
  });
  if (changes.length > 0) await replaceSummedNames(tx, developerId, changes);
}

/**
 * Redacts a batch of a developer's stored samples by the current rules, the newest that are still due. The batch and
 * its progress are saved in one transaction, so it can stop at any moment and continue from there.
 * @returns `limit` as long as anything is due
 */
export async function redactStored(limit: number, now: Date): Promise<number> {
  return transaction(async (tx) => {
    const due = await lockNextDue(tx, now);
    if (!due) return 0;
    await lockDevicesOf(tx, [due.developerId]);
    const samples = await lockSamples(tx, due, limit);
    const ownSealed = await findOwnRules(due.developerId);
    const all = await mapInSlices(samples, (sample) => change(sample, due.developerId, ownSealed));
    const changes = all.flatMap((changed) => changed ?? []);
    if (changes.length > 0) await deleteUnusedContexts(tx, await updateSamples(tx, changes));
    const before = new Map(samples.map((sample) => [sample.id, sample]));
    const summedOtherwise = changes.filter(({ id, kept }) => {
      const was = before.get(id);
      return kept.isPrivate !== was?.isPrivate || kept.appName !== was.appName || kept.repo !== was.repo;
    });
    if (summedOtherwise.length > 0) {
      const workspaceIds = await markBucketsOf(tx, summedOtherwise, now);
      await enqueueEnrich(tx, due.developerId, workspaceIds, now);
    }
    if (samples.length === 0) await redactSums(tx, due.developerId, ownSealed);
    await moveDue(tx, due, samples.at(-1));
    return limit;
  });
}
