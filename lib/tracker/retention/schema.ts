import { z } from "zod";
import {
  BUCKET_MONTHS_MAX,
  BUCKET_MONTHS_MIN,
  EVIDENCE_DAYS_MAX,
  EVIDENCE_DAYS_MIN,
  SAMPLE_DAYS_MAX,
  SAMPLE_DAYS_MIN,
} from "@/lib/tracker/retention/limits";

export const Retention = z
  .object({
    evidence_days: z.int().min(EVIDENCE_DAYS_MIN).max(EVIDENCE_DAYS_MAX).meta({ description: "Screenshots" }),
    sample_days: z
      .int()
      .min(SAMPLE_DAYS_MIN)
      .max(SAMPLE_DAYS_MAX)
      .meta({ description: "Samples with their texts, and what was derived from each" }),
    bucket_months: z
      .int()
      .min(BUCKET_MONTHS_MIN)
      .max(BUCKET_MONTHS_MAX)
      .meta({ description: "Sums of time by category, project and task, which contain no texts" }),
  })
  .meta({ id: "TrackerRetention" });
export type Retention = z.output<typeof Retention>;

export const RetentionChange = Retention.partial().meta({ id: "TrackerRetentionChange" });
export type RetentionChange = z.output<typeof RetentionChange>;
