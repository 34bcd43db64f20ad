import type { Outcome } from "@/lib/jobs/define-job";
import { db } from "@/lib/platform/database";
import { deriveRound, inTurn } from "@/lib/tracker/enrichment/enrich-workspace";
import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import { markBuckets } from "@/lib/tracker/enrichment/marks-store";
import {
  REDERIVE_REST_PER_ROUND,
  REDERIVE_SAMPLES_PER_ROUND,
  REDERIVE_TURN_MS,
} from "@/lib/tracker/rules/limits";
import {
  countSamplesOf,
  endReplay,
  findRunning,
  listBucketsBefore,
  moveReplay,
  nextPerson,
  type RunningReplay,
} from "@/lib/tracker/rules/store";

/** Continues with the next person. @returns whether there is one */
async function beginPerson(replay: RunningReplay, now: Date): Promise<boolean> {
  const developerId = await nextPerson(replay);
  if (developerId !== null) return moveReplay(replay, { developerId, before: null });
  await endReplay(db(), replay.ruleSetId, replay.version, "done", now);
  return false;
}

/**
 * Derives the next quarters of an hour of a person's samples, from the newest back. They are marked first, as an upload
 * does: if this is interrupted, or an upload arrives meanwhile, the enrichment job derives them. Progress is saved
 * last, so that nothing is left out.
 */
async function rederiveRound(replay: RunningReplay, developerId: string, now: Date): Promise<boolean> {
  const { buckets, samples } = await listBucketsBefore(
    developerId,
    replay.before,
    REDERIVE_SAMPLES_PER_ROUND,
  );
  const oldest = buckets.at(-1);
  if (oldest === undefined) return beginPerson(replay, now);
  // A sample that wasn't listed may reach from the oldest bucket into the one before it.
  const all = [...buckets, oldest - BUCKET_S].map((bucket) => ({ developerId, bucket }));
  await deriveRound(await markBuckets(all, now), now);
  return moveReplay(replay, {
    before: new Date(oldest * 1_000),
    samplesDone: { increment: samples },
  });
}

/**
 * Derives, for one turn, the stored samples of everybody whom a rule set may concern, person by person, from the newest
 * sample back. Whatever is uploaded, applied or cancelled meanwhile, the result is as if everything had been derived at
 * once by the rules last put in force.
 * @returns when to continue; undefined once it is finished or cancelled
 */
export async function rederive(ruleSetId: string, now: Date): Promise<Outcome> {
  const started = performance.now();
  for (;;) {
    const replay = await findRunning(ruleSetId);
    if (!replay) return undefined;
    if (replay.samplesTotal === null) {
      await moveReplay(replay, { samplesTotal: await countSamplesOf(replay) });
    }
    const { developerId } = replay;
    if (developerId === null) await beginPerson(replay, now);
    else await inTurn(REDERIVE_REST_PER_ROUND, () => rederiveRound(replay, developerId, now));
    const elapsedMs = performance.now() - started;
    if (elapsedMs >= REDERIVE_TURN_MS) return { againAt: new Date(now.getTime() + elapsedMs) };
  }
}
