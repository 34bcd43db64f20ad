import { BUILT_IN_LAYER } from "@/lib/tracker/enrichment/built-in-rules";
import {
  PATH_CHARS_READ_MAX,
  SAMPLES_PER_BUCKET_MAX,
  SAMPLES_PER_DEVICE_AND_BUCKET_MAX,
  TITLE_CHARS_READ_MAX,
  URL_CHARS_READ_MAX,
} from "@/lib/tracker/enrichment/limits";
import { type Counted, type Derivation, derive, read } from "@/lib/tracker/enrichment/rules";
import {
  type Bucket,
  findKnownKeys,
  findTasks,
  listSamplesOfBuckets,
  type ReadSample,
} from "@/lib/tracker/enrichment/store";

const CHARS_READ = { title: TITLE_CHARS_READ_MAX, url: URL_CHARS_READ_MAX, path: PATH_CHARS_READ_MAX };
const SAMPLES_READ = { perDevice: SAMPLES_PER_DEVICE_AND_BUCKET_MAX, perBucket: SAMPLES_PER_BUCKET_MAX };
const LAYERS = [BUILT_IN_LAYER];

/** The samples that count in a bucket, each with what it was derived as, and how many more there are. */
export type DerivedBucket = { counted: (Counted<ReadSample> & { derivation: Derivation })[]; excess: number };

/** Derives the samples of buckets, in the buckets' order. Changes nothing. */
export async function deriveBuckets(buckets: readonly Bucket[]): Promise<DerivedBucket[]> {
  const found = await listSamplesOfBuckets(buckets, SAMPLES_READ, CHARS_READ);
  const keysOf = await findKnownKeys(
    buckets.map(({ developerId }) => developerId),
    found.flatMap(({ samples }) => samples.map((sample) => sample.boundProjectId)),
  );
  const readings = buckets.map(({ developerId }, index) =>
    (found[index]?.samples ?? []).map((sample) =>
      read(sample, LAYERS, keysOf(developerId, sample.boundProjectId)),
    ),
  );
  const exists = await findTasks(readings.flat().flatMap(({ mentions }) => mentions));
  return readings.map((ofBucket, index) => ({
    excess: found[index]?.excess ?? 0,
    counted: ofBucket.map((reading) => {
      const derivation = derive(reading, exists);
      return { sample: reading.sample, presence: derivation.presence, derivation };
    }),
  }));
}
