import type { Verdicts } from "@/lib/tracker/enrichment/category-rules";
import {
  BUCKET_S,
  PATH_CHARS_READ_MAX,
  SAMPLES_PER_BUCKET_MAX,
  SAMPLES_PER_DEVICE_AND_BUCKET_MAX,
  TITLE_CHARS_READ_MAX,
  URL_CHARS_READ_MAX,
} from "@/lib/tracker/enrichment/limits";
import { byDevice, stretchPoints } from "@/lib/tracker/enrichment/point-rules";
import { type Counted, type Derivation, derive, read } from "@/lib/tracker/enrichment/rules";
import { findRulesInForce, type RulesInForce } from "@/lib/tracker/enrichment/rules-in-force";
import {
  type Bucket,
  findKnownKeys,
  findTasks,
  listPointsOfBuckets,
  listSamplesOfBuckets,
  type ReadSample,
  type SamplesOfBucket,
} from "@/lib/tracker/enrichment/store";

const CHARS_READ = { title: TITLE_CHARS_READ_MAX, url: URL_CHARS_READ_MAX, path: PATH_CHARS_READ_MAX };
const SAMPLES_READ = { perDevice: SAMPLES_PER_DEVICE_AND_BUCKET_MAX, perBucket: SAMPLES_PER_BUCKET_MAX };

/** The samples that count in a bucket, each with what it was derived as, and how many more there are. */
export type DerivedBucket = { counted: (Counted<ReadSample> & { derivation: Derivation })[]; excess: number };

/** The samples of editors that cover a second of a bucket, each of the length that the ones after it give it. */
async function pointsOf(buckets: readonly Bucket[]): Promise<SamplesOfBucket[]> {
  const found = await listPointsOfBuckets(buckets, SAMPLES_PER_BUCKET_MAX, CHARS_READ);
  return found.map((points, index) => {
    const from = buckets[index]?.bucket ?? 0;
    // One without a second of its own is derived where it begins.
    const covering = stretchPoints(points).filter(({ end, intervalS }) => {
      const start = end - intervalS;
      return start < from + BUCKET_S && (end > from || start >= from);
    });
    const samples = byDevice(covering).flatMap((own) => own.slice(0, SAMPLES_PER_DEVICE_AND_BUCKET_MAX));
    return { samples, excess: covering.length - samples.length };
  });
}

/** All samples that cover a second of a bucket, and how many of them are too many to count. */
export async function readBuckets(buckets: readonly Bucket[]): Promise<SamplesOfBucket[]> {
  const [samples, points] = await Promise.all([
    listSamplesOfBuckets(buckets, SAMPLES_READ, CHARS_READ),
    pointsOf(buckets),
  ]);
  return samples.map((sampled, index) => ({
    samples: [...sampled.samples, ...(points[index]?.samples ?? [])],
    excess: sampled.excess + (points[index]?.excess ?? 0),
  }));
}

/** Derives the samples of buckets, in the buckets' order, by the rules in force. Changes nothing. */
export async function deriveBuckets(buckets: readonly Bucket[]): Promise<DerivedBucket[]> {
  return (await deriveByRules(buckets)).derived;
}

/** The same, with the rules by which it was done. */
export async function deriveByRules(
  buckets: readonly Bucket[],
): Promise<{ derived: DerivedBucket[]; rules: RulesInForce }> {
  const found = await readBuckets(buckets);
  const keysOf = await findKnownKeys(
    buckets.map(({ developerId }) => developerId),
    found.flatMap(({ samples }) => samples.map((sample) => sample.boundProjectId)),
  );
  const rules = await findRulesInForce(
    buckets.map(({ developerId }) => developerId),
    found.flatMap(({ samples }) => samples.map((sample) => sample.boundProjectId)),
  );
  const verdicts: Verdicts = new Map();
  const readings = buckets.map(({ developerId }, index) =>
    (found[index]?.samples ?? []).map((sample) =>
      read(
        sample,
        rules.of(developerId, sample.boundProjectId),
        keysOf(developerId, sample.boundProjectId),
        verdicts,
      ),
    ),
  );
  const exists = await findTasks(readings.flat().flatMap(({ mentions }) => mentions));
  const derived = readings.map((ofBucket, index) => ({
    excess: found[index]?.excess ?? 0,
    counted: ofBucket.map((reading) => {
      const derivation = derive(reading, exists);
      return { sample: reading.sample, presence: derivation.presence, derivation };
    }),
  }));
  return { derived, rules };
}
