import { addCarried, takesCarried, type Weighed } from "@/lib/tracker/enrichment/attribution-rules";
import { correctAttribution } from "@/lib/tracker/enrichment/correction-rules";
import { BUCKET_S, CARRIED_ENDS_S, CARRIED_HALVES_S, SIGNAL_WEIGHTS } from "@/lib/tracker/enrichment/limits";
import { byDevice } from "@/lib/tracker/enrichment/point-rules";
import type { Reading } from "@/lib/tracker/enrichment/rules";
import type { Sample } from "@/lib/tracker/enrichment/sample";

/*
 * What a device was surely at speaks, for a while, for what it is at next. Ages are counted between the ends of samples, so
 * that whatever speaks for a sample of a bucket covers that bucket or the one before it.
 */

/** What a device was surely at until `end`: by evidence that moves time, or because its person said so. */
export type Sure = Pick<Sample, "deviceId" | "eventId" | "end"> & {
  /** Null where its person said that it was no project's. */
  projectId: string | null;
  taskKey: string | null;
};

/** What a sample surely is; null if that isn't sure. What was only carried to it is carried no further. */
export function sureOf(
  { sample, piece }: Pick<Reading<Sample>, "sample" | "piece">,
  own: Weighed,
): Sure | null {
  const { projectId, taskKey, signal } = correctAttribution(own.attribution, piece.corrections);
  if (own.outcome !== "moved" && signal !== "correction") return null;
  const end = Math.min(sample.end, piece.cut?.to ?? sample.end);
  return { deviceId: sample.deviceId, eventId: sample.eventId, end, projectId, taskKey };
}

/** What devices were surely at, for looking up what comes before a sample. */
export type SureTimes = ReadonlyMap<string, readonly Sure[]>;

/** Sorts what devices were surely at, so that the order in which samples came in doesn't matter. */
export function sureTimes(sure: readonly Sure[]): SureTimes {
  const inOrder = (a: Sure, b: Sure) => a.end - b.end || (a.eventId < b.eventId ? -1 : 1);
  return new Map(byDevice(sure).map((own) => [own[0]?.deviceId ?? "", own.toSorted(inOrder)]));
}

type Timed = Pick<Sample, "deviceId" | "end" | "intervalS">;

/** What a sample's device was surely at last before it, if that speaks still. */
function lastSure({ deviceId, end, intervalS }: Timed, times: SureTimes): Sure | undefined {
  const last = times.get(deviceId)?.findLast((sure) => sure.end <= end - intervalS);
  return last && end - last.end < CARRIED_ENDS_S ? last : undefined;
}

/** Whether what speaks for a sample of a bucket may stand in the bucket before it. */
export function looksBack(sample: Timed, own: Weighed, times: SureTimes, bucket: number): boolean {
  return takesCarried(own) && (lastSure(sample, times)?.end ?? bucket) <= bucket;
}

/** How much it speaks for a sample that its device was surely at something so many seconds before. */
function carriedWeight(ageS: number): number {
  return Math.round(SIGNAL_WEIGHTS.carried * 0.5 ** (ageS / CARRIED_HALVES_S) * 1_000) / 1_000;
}

/** A sample's evidence with that of what its device was surely at before it. */
export function withCarried(sample: Sample, own: Weighed, times: SureTimes): Weighed {
  const last = takesCarried(own) ? lastSure(sample, times) : undefined;
  if (!last || last.projectId === null) return own;
  const ageS = sample.end - last.end;
  const evidence = { taskKey: last.taskKey, weight: carriedWeight(ageS), evidence: String(ageS) };
  return addCarried(sample, own, last.projectId, evidence);
}

/** The buckets, by their starts, in which samples may lie that something speaks for which ended then. */
export function bucketsAfter(end: number): number[] {
  const first = Math.floor(end / BUCKET_S);
  const last = Math.floor((end + CARRIED_ENDS_S - 1) / BUCKET_S);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * BUCKET_S);
}
