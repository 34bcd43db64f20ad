import {
  BUCKET_MONTHS_DEFAULT,
  EVIDENCE_DAYS_DEFAULT,
  SAMPLE_DAYS_DEFAULT,
} from "@/lib/tracker/retention/limits";
import type { Retention } from "@/lib/tracker/retention/schema";

type Kept = Retention;

/** Retention where nothing else is set. */
export const RETENTION_DEFAULT: Kept = {
  evidence_days: EVIDENCE_DAYS_DEFAULT,
  sample_days: SAMPLE_DAYS_DEFAULT,
  bucket_months: BUCKET_MONTHS_DEFAULT,
};

const FIELDS = ["evidence_days", "sample_days", "bucket_months"] as const;

/** Whether anything would be kept longer than before. */
export function lengthens(before: Kept, after: Kept): boolean {
  return FIELDS.some((field) => after[field] > before[field]);
}

/** Whether any retention differs. */
export function changes(before: Kept, after: Kept): boolean {
  return FIELDS.some((field) => after[field] !== before[field]);
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? "" : "s"}`;

/** "screenshots for 30 days, samples for 90 days and sums of time for 13 months" */
export function retentionText({ evidence_days, sample_days, bucket_months }: Kept): string {
  return `screenshots for ${count(evidence_days, "day")}, samples for ${count(sample_days, "day")} and sums of time for ${count(bucket_months, "month")}`;
}
