import { mapInSlices } from "@/lib/jobs/rest";
import type { TaskExists, Weighed } from "@/lib/tracker/enrichment/attribution-rules";
import {
  looksBack,
  type Sure,
  type SureTimes,
  sureOf,
  sureTimes,
  withCarried,
} from "@/lib/tracker/enrichment/carry-rules";
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
import type { Bucket } from "@/lib/tracker/enrichment/marks-store";
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
  type FoundSample,
  findSample,
  listPointsOfBuckets,
  listSamplesOfBuckets,
  type ReadSample,
  type SamplesOfBucket,
} from "@/lib/tracker/enrichment/samples-store";
import { findSurroundings } from "@/lib/tracker/enrichment/surroundings";
import { findTasks } from "@/lib/tracker/enrichment/surroundings-store";
import { INTERVAL_S_MAX } from "@/lib/tracker/ingest/limits";

const CHARS_READ = { title: TITLE_CHARS_READ_MAX, url: URL_CHARS_READ_MAX, path: PATH_CHARS_READ_MAX };
const SAMPLES_READ = { perDevice: SAMPLES_PER_DEVICE_AND_BUCKET_MAX, perBucket: SAMPLES_PER_BUCKET_MAX };

/** The samples that count in a bucket, each with its derivation, and how many more there are. */
export type DerivedBucket = { counted: DerivedSample[]; excess: number };

/** A sample that counts, or a piece of one; `isMain` marks the piece whose result is stored for the sample. */
type DerivedSample = Counted<ReadSample> & {
  derivation: Derivation;
  isMain: boolean;
  /** When it ends, where its device was surely at something in it, which speaks for what comes after. */
  sureUntil: number | null;
};

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

/** A reading with what it says itself of its attribution, and what its device was surely at, if it was. */
type Judged<S extends Sample> = { reading: Reading<S>; own: Weighed; sure: Sure | null };

async function judgeAll<S extends Sample>(
  groups: readonly (Span & { samples: readonly S[] })[],
): Promise<{ judged: Judged<S>[][]; rules: RulesInForce }> {
  const { readings, exists, rules } = await readAll(groups);
  const judged = await mapInSlices(readings, (group) =>
    group.map((reading) => {
      const own = explain(reading, exists);
      return { reading, own, sure: sureOf(reading, own) };
    }),
  );
  return { judged, rules };
}

type JudgedBucket = { judged: Judged<ReadSample>[]; excess: number };

/** Reads and judges the samples of buckets, each by itself. */
async function judgeBuckets(
  buckets: readonly Bucket[],
): Promise<{ found: JudgedBucket[]; rules: RulesInForce }> {
  const read = await readBuckets(buckets);
  const { judged, rules } = await judgeAll(
    buckets.map(({ developerId, bucket }, index) => ({
      developerId,
      from: bucket - INTERVAL_S_MAX,
      to: bucket + BUCKET_S + INTERVAL_S_MAX,
      samples: read[index]?.samples ?? [],
    })),
  );
  const found = buckets.map((_, index) => ({
    judged: judged[index] ?? [],
    excess: read[index]?.excess ?? 0,
  }));
  return { found, rules };
}

/** A key that only this bucket has. */
export const keyOf = ({ developerId, bucket }: Bucket) => `${developerId} ${bucket}`;

const sureIn = (judged: readonly Judged<Sample>[]) => judged.flatMap(({ sure }) => sure ?? []);

/**
 * For each bucket what devices were surely at in it and, where one of its samples asks for that, in the bucket before.
 * Those before that are not among `buckets` are read together.
 */
async function findSure(
  buckets: readonly Bucket[],
  found: readonly JudgedBucket[],
): Promise<(index: number) => SureTimes> {
  const own = new Map(buckets.map((bucket, index) => [keyOf(bucket), sureIn(found[index]?.judged ?? [])]));
  const within = buckets.map((bucket) => sureTimes(own.get(keyOf(bucket)) ?? []));
  const before = buckets.map(({ developerId, bucket }, index) => {
    const times = within[index] ?? new Map();
    const asks = found[index]?.judged.some(({ reading, own }) =>
      looksBack(reading.sample, own, times, bucket),
    );
    return asks ? { developerId, bucket: bucket - BUCKET_S } : null;
  });
  const missing = before.flatMap((bucket) => (bucket && !own.has(keyOf(bucket)) ? bucket : []));
  const read = missing.length > 0 ? (await judgeBuckets(missing)).found : [];
  for (const [index, bucket] of missing.entries()) own.set(keyOf(bucket), sureIn(read[index]?.judged ?? []));
  const times = buckets.map((bucket, index) => {
    const asked = before[index];
    return asked
      ? sureTimes([...(own.get(keyOf(asked)) ?? []), ...(own.get(keyOf(bucket)) ?? [])])
      : within[index];
  });
  return (index) => times[index] ?? new Map();
}

/** As `deriveBuckets`, and returns the rules that were used. */
export async function deriveByRules(
  buckets: readonly Bucket[],
): Promise<{ derived: DerivedBucket[]; rules: RulesInForce }> {
  const { found, rules } = await judgeBuckets(buckets);
  const sureFor = await findSure(buckets, found);
  const derived = await mapInSlices(found, ({ judged, excess }, index) => ({
    excess,
    counted: judged.map(({ reading, own, sure }) => {
      const { sample, piece } = reading;
      const derivation = derive(reading, withCarried(sample, own, sureFor(index)));
      return {
        sample,
        presence: derivation.presence,
        cut: piece.cut,
        isMain: piece.isMain,
        projectSaid: projectSaid(piece.corrections),
        place: placeOf(sample, derivation.category),
        derivation,
        sureUntil: sure?.end ?? null,
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

/** Derives one sample of a developer as its bucket does, and explains the result. Null if they have no such sample. */
export async function explainSample(developerId: string, id: string): Promise<ExplainedSample | null> {
  const sample = await findSample(developerId, id, CHARS_READ);
  if (!sample) return null;
  // Only later points tell how long a point lasts; it begins at its `end`.
  const start = sample.isPoint ? sample.end : sample.end - sample.intervalS;
  const buckets = [{ developerId, bucket: Math.floor(start / BUCKET_S) * BUCKET_S }];
  const { found } = await judgeBuckets(buckets);
  const isIt = ({ reading }: Judged<ReadSample>) => reading.piece.isMain && reading.sample.id === id;
  // One that exceeds the limit is not among its bucket's, and is explained all the same.
  const alone = { ...sample, ...(sample.isPoint && { end: start + 1, intervalS: 1 }) };
  const judged =
    found[0]?.judged.find(isIt) ??
    (await judgeAll([{ developerId, from: start, to: alone.end + 1, samples: [alone] }])).judged
      .flat()
      .find(isIt);
  if (!judged) return null;
  const { reading, own } = judged;
  const weighed = withCarried(reading.sample, own, (await findSure(buckets, found))(0));
  return { sample, corrections: reading.piece.corrections, derivation: derive(reading, weighed), weighed };
}
