import { mapInSlices } from "@/lib/jobs/rest";
import type { TaskExists, Weighed } from "@/lib/tracker/enrichment/attribution-rules";
import type { Verdicts } from "@/lib/tracker/enrichment/category-rules";
import { type Correction, projectSaid } from "@/lib/tracker/enrichment/correction-rules";
import { findCorrections, type Span } from "@/lib/tracker/enrichment/corrections-in-force";
import {
  BUCKET_S,
  PATH_CHARS_READ_MAX,
  SAMPLES_PER_BUCKET_MAX,
  SAMPLES_PER_DEVICE_AND_BUCKET_MAX,
  TITLE_CHARS_READ_MAX,
  URL_CHARS_READ_MAX,
} from "@/lib/tracker/enrichment/limits";
import { byDevice, stretchPoints } from "@/lib/tracker/enrichment/point-rules";
import {
  type Counted,
  type Derivation,
  derive,
  explain,
  placeOf,
  type Reading,
  read,
} from "@/lib/tracker/enrichment/rules";
import { findRulesInForce, type RulesInForce } from "@/lib/tracker/enrichment/rules-in-force";
import type { Sample } from "@/lib/tracker/enrichment/sample";
import {
  type Bucket,
  type FoundSample,
  findSample,
  findTasks,
  listPointsOfBuckets,
  listSamplesOfBuckets,
  type ReadSample,
  type SamplesOfBucket,
} from "@/lib/tracker/enrichment/store";
import { findSurroundings } from "@/lib/tracker/enrichment/surroundings";
import { INTERVAL_S_MAX } from "@/lib/tracker/ingest/limits";

const CHARS_READ = { title: TITLE_CHARS_READ_MAX, url: URL_CHARS_READ_MAX, path: PATH_CHARS_READ_MAX };
const SAMPLES_READ = { perDevice: SAMPLES_PER_DEVICE_AND_BUCKET_MAX, perBucket: SAMPLES_PER_BUCKET_MAX };

/** The samples that count in a bucket, each with its derivation, and how many more there are. */
export type DerivedBucket = { counted: DerivedSample[]; excess: number };

/** A sample that counts, or a piece of one; `isMain` marks the piece whose result is stored for the sample. */
type DerivedSample = Counted<ReadSample> & { derivation: Derivation; isMain: boolean };

/** The editors' samples that cover a second of a bucket, each with the length that the samples after it give it. */
async function pointsOf(buckets: readonly Bucket[]): Promise<SamplesOfBucket[]> {
  const found = await listPointsOfBuckets(buckets, SAMPLES_PER_BUCKET_MAX, CHARS_READ);
  return found.map((points, index) => {
    const from = buckets[index]?.bucket ?? 0;
    // A point without a second of its own is derived where it begins.
    const covering = stretchPoints(points).filter(({ end, intervalS }) => {
      const start = end - intervalS;
      return start < from + BUCKET_S && (end > from || start >= from);
    });
    const samples = byDevice(covering).flatMap((own) => own.slice(0, SAMPLES_PER_DEVICE_AND_BUCKET_MAX));
    return { samples, excess: covering.length - samples.length };
  });
}

/** All samples that cover a second of a bucket, and how many exceed the limit and don't count. */
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

/** Derives the samples of buckets by the rules in force, in the order of the buckets. Stores nothing. */
export async function deriveBuckets(buckets: readonly Bucket[]): Promise<DerivedBucket[]> {
  return (await deriveByRules(buckets)).derived;
}

/** Reads samples by developer, using the rules in force and the corrections, and loads what deriving them needs. */
async function readAll<S extends Sample>(
  groups: readonly (Span & { samples: readonly S[] })[],
): Promise<{ readings: Reading<S>[][]; exists: TaskExists; rules: RulesInForce }> {
  const developerIds = groups.map(({ developerId }) => developerId);
  const samples = groups.flatMap((group) => group.samples);
  const projectIds = samples.map((sample) => sample.boundProjectId);
  const rules = await findRulesInForce(developerIds, projectIds);
  const aroundOf = await findSurroundings(groups, samples, rules);
  const correctionsOf = await findCorrections(groups);
  const verdicts: Verdicts = new Map();
  const readings = await mapInSlices(groups, ({ developerId, samples }) =>
    samples.flatMap((sample) =>
      read(
        sample,
        rules.of(developerId, sample.boundProjectId),
        aroundOf(developerId, sample.boundProjectId),
        verdicts,
        correctionsOf(developerId),
      ),
    ),
  );
  const exists = await findTasks(readings.flat().flatMap(({ mentions }) => mentions));
  return { readings, exists, rules };
}

/** As `deriveBuckets`, and returns the rules that were used. */
export async function deriveByRules(
  buckets: readonly Bucket[],
): Promise<{ derived: DerivedBucket[]; rules: RulesInForce }> {
  const found = await readBuckets(buckets);
  const groups = buckets.map(({ developerId, bucket }, index) => ({
    developerId,
    from: bucket - INTERVAL_S_MAX,
    to: bucket + BUCKET_S + INTERVAL_S_MAX,
    samples: found[index]?.samples ?? [],
  }));
  const { readings, exists, rules } = await readAll(groups);
  const derived = await mapInSlices(readings, (ofBucket, index) => ({
    excess: found[index]?.excess ?? 0,
    counted: ofBucket.map((reading) => {
      const { sample, piece } = reading;
      const derivation = derive(reading, exists);
      return {
        sample,
        presence: derivation.presence,
        cut: piece.cut,
        isMain: piece.isMain,
        projectSaid: projectSaid(piece.corrections),
        place: placeOf(sample, derivation.category),
        derivation,
      };
    }),
  }));
  return { derived, rules };
}

/** A sample with its derivation by the rules in force, and the evidence behind its attribution. */
export type ExplainedSample = {
  sample: FoundSample;
  corrections: readonly Correction[];
  derivation: Derivation;
  weighed: Weighed;
};

/** Derives one sample of a developer as its bucket would, and explains the result. Null if they have no such sample. */
export async function explainSample(developerId: string, id: string): Promise<ExplainedSample | null> {
  const sample = await findSample(developerId, id, CHARS_READ);
  if (!sample) return null;
  // Only later points tell how long a point lasts, so it is explained where it begins.
  const timed = sample.isPoint ? { ...sample, end: sample.end + 1, intervalS: 1 } : sample;
  const span = { developerId, from: timed.end - timed.intervalS, to: timed.end + 1 };
  const { readings, exists } = await readAll([{ ...span, samples: [timed] }]);
  const reading = readings.flat().find(({ piece }) => piece.isMain);
  return reading
    ? {
        sample,
        corrections: reading.piece.corrections,
        derivation: derive(reading, exists),
        weighed: explain(reading, exists),
      }
    : null;
}
