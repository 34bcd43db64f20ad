import type { Actor } from "@/lib/access/actor";
import { checkLimits } from "@/lib/limits/check-limits";
import { type DerivedBucket, deriveBuckets } from "@/lib/tracker/enrichment/derive-buckets";
import { deriveOpen, isOpen } from "@/lib/tracker/enrichment/derive-open";
import { BUCKET_S, SAMPLES_PER_ROUND_MAX } from "@/lib/tracker/enrichment/limits";
import type { Stretch } from "@/lib/tracker/enrichment/rules";
import { COARSE_S_MIN, SPANS_MAX } from "@/lib/tracker/timeline/limits";
import { presentTimeline } from "@/lib/tracker/timeline/present";
import {
  gapsOf,
  meetingsOf,
  type Piece,
  piecesOf,
  type Shown,
  spansOf,
  totalsOf,
  withinMax,
} from "@/lib/tracker/timeline/rules";
import type { Timeline, TimelineQuery } from "@/lib/tracker/timeline/schema";
import { findNames, listSampledBuckets } from "@/lib/tracker/timeline/store";

const isMeeting = (category: string) => category === "comm.meeting";

function shown({ sample, presence, cut, derivation }: DerivedBucket["counted"][number]): Shown {
  const { category, projectId, taskKey, suggestedProjectId, suggestedTaskKey } = derivation;
  const { appName, callApp, windowTitle, pageTitle } = sample;
  return {
    sample,
    presence,
    cut: cut ?? null,
    facts: {
      category,
      projectId,
      taskKey,
      appName,
      suggestedProjectId,
      suggestedTaskKey,
      isCorrected: derivation.signal === "correction" || derivation.ruleId.startsWith("correction/"),
    },
    title: pageTitle ?? windowTitle,
    call: sample.inCall || isMeeting(category) ? (callApp ?? appName) : null,
  };
}

/** Splits buckets into rounds with few enough samples that the event loop isn't blocked for long. */
function* roundsOf(buckets: readonly { bucket: number; samples: number }[]): Generator<number[]> {
  let [round, count]: [number[], number] = [[], 0];
  for (const { bucket, samples } of buckets) {
    if (round.length > 0 && count + samples > SAMPLES_PER_ROUND_MAX) {
      yield round;
      [round, count] = [[], 0];
    }
    round.push(bucket);
    count += samples;
  }
  if (round.length > 0) yield round;
}

/**
 * What each of the actor's devices saw in a range, derived by the rules now in force, and which of it counts. Totals
 * are equal to those of `getActivity`, to the second, once its sums are up to date.
 * @throws AppError too_many_requests
 */
export async function getTimeline(
  { developerId }: Actor,
  query: TimelineQuery,
  now: Date,
): Promise<Timeline> {
  await checkLimits([{ limit: "tracker_timelines_per_developer", key: developerId }], now);
  const [from, to] = [new Date(query.from), new Date(query.to)];
  const range = { from: Math.floor(from.getTime() / 1_000), to: Math.floor(to.getTime() / 1_000) };
  if (isOpen(to, now)) await deriveOpen(developerId, now);
  const pieces = new Map<string, Piece[]>();
  let excess = 0;
  for (const round of roundsOf(await listSampledBuckets(developerId, range))) {
    const derived = await deriveBuckets(round.map((bucket) => ({ developerId, bucket })));
    round.forEach((bucket, index) => {
      const within: Stretch = {
        from: Math.max(bucket, range.from),
        to: Math.min(bucket + BUCKET_S, range.to),
      };
      excess += derived[index]?.excess ?? 0;
      if (within.from >= within.to) return;
      for (const [deviceId, some] of piecesOf((derived[index]?.counted ?? []).map(shown), within)) {
        const known = pieces.get(deviceId);
        if (known) known.push(...some);
        else pieces.set(deviceId, some);
      }
    });
  }
  const lanes = [...pieces]
    .map(([deviceId, own]) => ({ deviceId, spans: spansOf(own) }))
    .filter(({ spans }) => spans.length > 0);
  const spans = lanes.flatMap((lane) => lane.spans);
  const names = await findNames(developerId, range, {
    deviceIds: lanes.map(({ deviceId }) => deviceId),
    projectIds: [
      ...new Set(spans.flatMap(({ facts }) => [facts.projectId, facts.suggestedProjectId])),
    ].filter((id) => id !== null),
  });
  const { lanes: few, resolutionS } = withinMax(lanes, { spansMax: SPANS_MAX, gridS: COARSE_S_MIN });
  return presentTimeline(
    { from, to },
    {
      lanes: few,
      resolutionS,
      excess,
      meetings: meetingsOf([...pieces.values()].flat()),
      gaps: gapsOf(spans),
      totals: totalsOf(spans),
    },
    names,
  );
}
