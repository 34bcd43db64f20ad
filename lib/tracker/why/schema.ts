import { z } from "zod";
import { Timestamp } from "@/lib/http/fields";

/** No id has more digits; any other text can't be a sample's id. */
const SAMPLE_ID = /^\d{1,18}$/;

export const SampleParams = z.object({ sample_id: z.string().regex(SAMPLE_ID, "Sample not found") });

const Confidence = z.number().min(0).max(1);
const ProjectId = z.string().nullable();
const ProjectKey = z
  .string()
  .nullable()
  .meta({ description: "null also for a project that you are not in any more" });
const TaskKey = z.string().nullable();

const Target = z.object({ project_id: ProjectId, project_key: ProjectKey, task_key: TaskKey });

/** The layers of rules, from the weakest to the strongest. */
export const CATEGORY_LAYERS = ["built_in", "workspace", "person", "correction"] as const;

export const SampleWhy = z
  .object({
    sample: z.object({
      id: z.string(),
      ts: Timestamp,
      interval_s: z.int(),
      is_point: z.boolean(),
      device_id: z.string(),
      app_name: z.string(),
      window_title: z.string().nullable(),
      is_private: z.boolean(),
    }),
    is_corrected: z.boolean().meta({ description: "Whether you corrected it, of any of this" }),
    is_settled: z
      .boolean()
      .meta({ description: "false until it has been recalculated by the rules in force" }),
    category: z.object({
      value: z.string(),
      label: z.string(),
      layer: z.enum(CATEGORY_LAYERS),
      rule_id: z.string(),
      rule: z.string().meta({ description: "The rule in words" }),
      version: z
        .string()
        .meta({ description: "The versions of the service's rules, the workspace's and your own" }),
    }),
    attribution: Target.extend({
      confidence: Confidence,
      signals: z
        .array(
          Target.extend({
            signal: z.string(),
            weight: Confidence.meta({ description: "How likely it is to be right on its own" }),
            evidence: z
              .string()
              .nullable()
              .meta({ description: "The text that supports it, as stored, or how long before it was" }),
          }),
        )
        .meta({ description: "All that was weighed, the strongest first" }),
      runner_up: Target.extend({ confidence: Confidence, lost_because: z.string() })
        .nullable()
        .meta({ description: "The alternatives, and why they were not chosen" }),
      suggestion: Target.nullable().meta({
        description: "What is suggested by evidence that is too weak to assign time; confidence is its",
      }),
    }),
  })
  .meta({ id: "TrackerSampleWhy" });
export type SampleWhy = z.input<typeof SampleWhy>;
