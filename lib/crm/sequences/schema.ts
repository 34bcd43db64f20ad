import { z } from "zod";
import { RequestFields } from "@/lib/crm/requests/schema";
import { RETRIES_MAX, SEQUENCE_NAME_CHARS_MAX, STEPS_MAX, WAIT_DAYS_MAX } from "@/lib/crm/sequences/limits";
import { TASK_TITLE_CHARS_MAX } from "@/lib/crm/tasks/limits";
import { expectedParts } from "@/lib/http/expected";
import { GivenId, GivenTime, idParam, line, Timestamp, WorkspaceParams } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import type { EventData } from "@/lib/webhooks/catalog";

export const SequenceParams = WorkspaceParams.extend({ sequence_id: idParam("Sequence") });
export const EnrollmentParams = SequenceParams.extend({ enrollment_id: idParam("Enrollment") });

const HOURS_OF = { minutes: 1 / 60, hours: 1, days: 24 } as const;

const Wait = {
  amount: z.int().min(1),
  unit: z.enum(["minutes", "hours", "days"]),
};
const isShortEnough = ({ amount, unit }: { amount: number; unit: keyof typeof HOURS_OF }) =>
  amount * HOURS_OF[unit] <= WAIT_DAYS_MAX * 24;

const Task = {
  title: line(TASK_TITLE_CHARS_MAX).meta({ description: "May hold placeholders such as `{{record.name}}`" }),
  assignee_id: GivenId.nullable().default(null),
};

const id = GivenId.optional().meta({
  description: "Of a step that is already there; else a new one is given",
});

const GivenStep = z
  .discriminatedUnion("type", [
    z.object({ id, type: z.literal("wait"), ...Wait }),
    z.object({ id, type: z.literal("task"), ...Task }),
    z.object({ id, type: z.literal("http_request"), ...RequestFields }),
  ])
  .refine((step) => step.type !== "wait" || isShortEnough(step), {
    path: ["amount"],
    message: `At most ${WAIT_DAYS_MAX} days`,
  })
  .meta({ id: "SequenceStepInput" });
export type GivenStep = z.output<typeof GivenStep>;

/** A step as it is stored, where the values of headers are ciphertexts, and shown, where they are null. */
export const Step = z
  .discriminatedUnion("type", [
    z.object({ id: z.uuid(), type: z.literal("wait"), ...Wait }),
    z.object({ id: z.uuid(), type: z.literal("task"), ...Task }),
    z.object({
      id: z.uuid(),
      type: z.literal("http_request"),
      ...RequestFields,
      headers: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
    }),
  ])
  .meta({ id: "SequenceStep" });
export type Step = z.output<typeof Step>;

const Name = line(SEQUENCE_NAME_CHARS_MAX);
const Steps = z.array(GivenStep).min(1).max(STEPS_MAX);

export const CreateSequence = z
  .object({
    name: Name,
    object: z.string().max(100).meta({ description: "Slug of the object whose records go through it" }),
    steps: Steps,
  })
  .meta({ id: "CreateSequence" });
export type CreateSequence = z.output<typeof CreateSequence>;

export const UpdateSequence = z
  .object({
    name: Name,
    steps: Steps.meta({
      description: "All steps in order. Enrolments that wait at a removed step continue with the next one",
    }),
    is_paused: z.boolean(),
    expected: expectedParts(["name", "steps"]),
  })
  .partial()
  .meta({ id: "UpdateSequence" });
export type UpdateSequence = z.output<typeof UpdateSequence>;

export const Sequence = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    name: z.string(),
    object: z.string(),
    is_paused: z.boolean(),
    paused_reason: z.string().nullable().meta({ description: "Why the service paused it, where it did" }),
    steps: z.array(Step),
    open_enrollments: z.int(),
    created_by_id: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Sequence" });
export type Sequence = z.input<typeof Sequence>;

export const SequenceQuery = PageQuery.extend({
  search: z.string().max(255).optional().meta({ description: "Part of a name" }),
});
export type SequenceQuery = z.output<typeof SequenceQuery>;

export const EnrollmentStatus = z.enum(["active", "paused", "completed", "exited"]);

/** Why a record left a sequence. */
export type ExitReason = EventData<"sequence.exited">["reason"];

export const StepStatus = z.enum(["completed", "failed"]);

export const EnrollmentQuery = PageQuery.extend({
  status: EnrollmentStatus.optional(),
  record_id: GivenId.optional(),
  since: GivenTime.optional(),
  has_failed_steps: z
    .stringbool()
    .optional()
    .meta({ description: "Only those with failed steps, or without" }),
});
export type EnrollmentQuery = z.output<typeof EnrollmentQuery>;

export const WorkspaceEnrollmentQuery = EnrollmentQuery.extend({ sequence_id: GivenId.optional() });

export const Enrollment = z
  .object({
    id: z.string(),
    sequence_id: z.string(),
    sequence_name: z.string(),
    record_id: z.string(),
    record_title: z.string().nullable().meta({ description: "As it is now; null once it is erased" }),
    status: EnrollmentStatus,
    step_id: z.string().nullable().meta({ description: "The step it stands at" }),
    next_step_at: Timestamp.nullable(),
    exit_reason: z.string().nullable(),
    steps_failed: z
      .int()
      .meta({ description: "Each is passed over; what went wrong stands in `steps_done`" }),
    steps_retrying: z.int().meta({ description: "Those of the failed ones that wait to be tried again" }),
    enrolled_by_id: z.string().nullable(),
    created_at: Timestamp,
    ended_at: Timestamp.nullable(),
  })
  .meta({ id: "SequenceEnrollment" });
export type Enrollment = z.input<typeof Enrollment>;

export const EnrollmentDetail = Enrollment.extend({
  steps_done: z.array(
    z.object({
      step_id: z.string(),
      type: z.string(),
      status: StepStatus,
      result: z.unknown(),
      error: z.string().nullable(),
      finished_at: Timestamp,
      is_retrying: z.boolean().meta({ description: "Whether it failed and waits to be tried again" }),
    }),
  ),
}).meta({ id: "SequenceEnrollmentDetail" });
export type EnrollmentDetail = z.input<typeof EnrollmentDetail>;

export const Enroll = z.object({ record_id: GivenId }).meta({ id: "EnrollInSequence" });
export type Enroll = z.output<typeof Enroll>;
export const UpdateEnrollment = z
  .object({ status: z.enum(["active", "paused"]) })
  .meta({ id: "UpdateSequenceEnrollment" });
export type UpdateEnrollment = z.output<typeof UpdateEnrollment>;

export const RetrySteps = z
  .object({
    since: GivenTime.optional().meta({ description: "Only steps that failed at this time or later" }),
  })
  .meta({ id: "RetrySequenceSteps" });
export type RetrySteps = z.output<typeof RetrySteps>;

export const RetriedSteps = z
  .object({
    steps: z
      .int()
      .meta({ description: `How many wait to be tried again: the oldest first, at most ${RETRIES_MAX}` }),
  })
  .meta({ id: "RetriedSequenceSteps" });
export type RetriedSteps = z.input<typeof RetriedSteps>;
