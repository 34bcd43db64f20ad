import { z } from "zod";
import { fieldsOf, TRIGGER_TYPES, typesAbout } from "@/lib/crm/automations/catalog";
import {
  ACTIONS_MAX,
  AUTOMATION_NAME_CHARS_MAX,
  HEALTH_DAYS,
  NOTIFIED_MEMBERS_MAX,
  RUNS_RETRIED_MAX,
  TRIGGER_ATTRIBUTES_MAX,
} from "@/lib/crm/automations/limits";
import { Filter } from "@/lib/crm/records/schema";
import { RequestFields } from "@/lib/crm/requests/schema";
import { expectedParts } from "@/lib/http/expected";
import { GivenId, GivenTime, idParam, JsonValue, line, Timestamp, WorkspaceParams } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import { NOTIFICATION_BODY_CHARS_MAX, NOTIFICATION_TITLE_CHARS_MAX } from "@/lib/notifications/limits";

export const AutomationParams = WorkspaceParams.extend({ automation_id: idParam("Automation") });
export const RunParams = AutomationParams.extend({ run_id: idParam("Run") });

export const TriggerType = z.enum(TRIGGER_TYPES);

const Slug = z.string().max(100);

const FIELDS = typesAbout("fields").map((type) => `${type}: ${fieldsOf(type)?.names.join(", ")}`);

const Trigger = z
  .discriminatedUnion("type", [
    z.object({ type: z.enum(typesAbout("record", "deleted_record")), object: Slug }),
    z.object({
      type: z.enum(typesAbout("changed_record")),
      object: Slug,
      attributes: z
        .array(Slug)
        .max(TRIGGER_ATTRIBUTES_MAX)
        .default([])
        .meta({ description: "One of these must have changed; none means any" }),
    }),
    z.object({
      type: z.enum(typesAbout("form")),
      form_id: GivenId.nullable().default(null).meta({ description: "null means any form" }),
    }),
    z.object({ type: z.enum(typesAbout("fields")) }).meta({
      description: `What comes in is read as a form's fields: ${FIELDS.join("; ")}`,
    }),
  ])
  .meta({ id: "AutomationTrigger" });

const Conditions = Filter.nullable().meta({
  description: "Conditions on the record's values (for a form: on its fields); null means always",
});

const Values = z
  .record(Slug, JsonValue)
  .meta({ description: "By attribute slug. A text that is one placeholder becomes the value itself" });

const ACTIONS = {
  create_record: { object: Slug, values: Values },
  update_record: { values: Values },
  enroll_in_sequence: { sequence_id: GivenId },
  exit_sequence: { sequence_id: GivenId },
  http_request: RequestFields,
  notify: {
    developer_ids: z.array(GivenId).min(1).max(NOTIFIED_MEMBERS_MAX),
    title: line(NOTIFICATION_TITLE_CHARS_MAX),
    body: z.string().max(NOTIFICATION_BODY_CHARS_MAX).default(""),
  },
} as const;

const id = GivenId.optional().meta({
  description: "Id of an action that exists already; leave it out for a new action",
});

/** What an automation does, as it is written. Texts may hold placeholders such as `{{record.name}}`. */
const GivenAction = z
  .discriminatedUnion("type", [
    z.object({ id, type: z.literal("create_record"), ...ACTIONS.create_record }),
    z.object({ id, type: z.literal("update_record"), ...ACTIONS.update_record }),
    z.object({ id, type: z.literal("enroll_in_sequence"), ...ACTIONS.enroll_in_sequence }),
    z.object({ id, type: z.literal("exit_sequence"), ...ACTIONS.exit_sequence }),
    z.object({ id, type: z.literal("http_request"), ...ACTIONS.http_request }),
    z.object({ id, type: z.literal("notify"), ...ACTIONS.notify }),
  ])
  .meta({ id: "AutomationActionInput" });
export type GivenAction = z.output<typeof GivenAction>;

const stored = { id: z.uuid() };

/** An action as it is stored, where the values of headers are ciphertexts, and shown, where they are null. */
export const Action = z
  .discriminatedUnion("type", [
    z.object({ ...stored, type: z.literal("create_record"), ...ACTIONS.create_record }),
    z.object({ ...stored, type: z.literal("update_record"), ...ACTIONS.update_record }),
    z.object({ ...stored, type: z.literal("enroll_in_sequence"), ...ACTIONS.enroll_in_sequence }),
    z.object({ ...stored, type: z.literal("exit_sequence"), ...ACTIONS.exit_sequence }),
    z.object({
      ...stored,
      type: z.literal("http_request"),
      ...ACTIONS.http_request,
      headers: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
    }),
    z.object({ ...stored, type: z.literal("notify"), ...ACTIONS.notify }),
  ])
  .meta({ id: "AutomationAction" });
export type Action = z.output<typeof Action>;

const fields = {
  name: line(AUTOMATION_NAME_CHARS_MAX),
  trigger: Trigger,
  conditions: Conditions,
  actions: z.array(GivenAction).min(1).max(ACTIONS_MAX),
};

export const CreateAutomation = z
  .object({ ...fields, conditions: Conditions.default(null), is_active: z.boolean().default(true) })
  .meta({
    id: "CreateAutomation",
    example: {
      name: "First deal of a new company",
      trigger: { type: "record.created", object: "company" },
      actions: [{ type: "create_record", object: "deal", values: { name: "{{record.name}}: first order" } }],
    },
  });
export type CreateAutomation = z.output<typeof CreateAutomation>;

export const UpdateAutomation = z
  .object({
    ...fields,
    is_active: z.boolean(),
    expected: expectedParts(["name", "trigger", "conditions", "actions"]),
  })
  .partial()
  .meta({ id: "UpdateAutomation" });
export type UpdateAutomation = z.output<typeof UpdateAutomation>;

export const ActionType = z.enum(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]);
export const ActionStatus = z.enum(["completed", "failed"]);
export const RunStatus = z.enum(["pending", "running", "completed", "failed", "skipped"]);

export const Automation = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    name: z.string(),
    is_active: z.boolean(),
    trigger: Trigger,
    conditions: Conditions,
    actions: z.array(Action),
    failures_in_a_row: z.int(),
    disabled_reason: z.string().nullable().meta({ description: "Why the service switched it off" }),
    health: z.object({
      runs: z.int().meta({ description: `Runs of the last ${HEALTH_DAYS} days that have ended` }),
      failures: z.int().meta({ description: "How many of them failed" }),
      last_run_at: Timestamp.nullable(),
      last_run_status: RunStatus.nullable(),
    }),
    created_by_id: z.string().nullable(),
    owner: z.object({ id: z.string(), name: z.string() }).nullable().meta({
      description:
        "The member on whose behalf it runs: whoever turned it on or last changed what it does. It is turned off once that member may not see its trigger's data or do what it does",
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Automation" });
export type Automation = z.input<typeof Automation>;

export const AutomationQuery = PageQuery.extend({
  is_active: z
    .enum(["true", "false"])
    .transform((value) => value === "true")
    .optional(),
  search: z.string().max(255).optional().meta({ description: "Part of a name" }),
});
export type AutomationQuery = z.output<typeof AutomationQuery>;

export const RunQuery = PageQuery.extend({
  status: RunStatus.optional(),
  since: GivenTime.optional(),
  record_id: GivenId.optional(),
});
export type RunQuery = z.output<typeof RunQuery>;

export const WorkspaceRunQuery = RunQuery.extend({ automation_id: GivenId.optional() });

export const AutomationRun = z
  .object({
    id: z.string(),
    automation_id: z.string(),
    automation_name: z.string(),
    trigger: TriggerType,
    object: z.string().nullable(),
    record_id: z.string().nullable(),
    record_title: z.string().nullable().meta({ description: "As it is now; null once it is erased" }),
    depth: z.int().meta({ description: "1 where a person or program is the cause" }),
    cause_run_id: z.string().nullable(),
    status: RunStatus,
    error: z.string().nullable(),
    created_at: Timestamp,
    started_at: Timestamp.nullable(),
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: "AutomationRun" });
export type AutomationRun = z.input<typeof AutomationRun>;

export const AutomationRunDetail = AutomationRun.extend({
  cause: z
    .object({ automation_id: z.string(), automation_name: z.string() })
    .nullable()
    .meta({ description: "The automation whose run caused this one" }),
  is_withheld: z
    .boolean()
    .meta({ description: "You don't have permission to see the data of what triggered it" }),
  actions: z.array(
    z.object({
      action_id: z.string(),
      type: z.string(),
      status: ActionStatus,
      input: z.unknown().meta({
        description:
          "What the action did, with its placeholders filled in and only the names of headers; null if `is_withheld`",
      }),
      result: z.unknown().meta({ description: "null where is_withheld" }),
      error: z.string().nullable(),
      duration_ms: z.int(),
      finished_at: Timestamp,
    }),
  ),
}).meta({ id: "AutomationRunDetail" });
export type AutomationRunDetail = z.input<typeof AutomationRunDetail>;

export const TestAutomation = z
  .object({
    record_id: GivenId.optional().meta({ description: "The record to try it with" }),
    form: z
      .record(z.string().max(100), JsonValue)
      .default({})
      .meta({ description: "Fields to try it with, where a form sets it off" }),
  })
  .meta({ id: "TestAutomation" });
export type TestAutomation = z.output<typeof TestAutomation>;

export const AutomationTest = z
  .object({
    matches: z.boolean().meta({ description: "Whether the record meets the conditions" }),
    actions: z.array(
      z.object({
        action_id: z.string(),
        type: z.string(),
        input: z.unknown().meta({ description: "What the action would do, placeholders filled in" }),
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "AutomationTest" });
export type AutomationTest = z.input<typeof AutomationTest>;

export const RetryRuns = z
  .object({
    since: GivenTime.optional().meta({ description: "Only runs of this time or later" }),
  })
  .meta({ id: "RetryAutomationRuns" });
export type RetryRuns = z.output<typeof RetryRuns>;

export const RetriedRuns = z
  .object({
    runs: z
      .int()
      .meta({ description: `How many will run again: the oldest first, at most ${RUNS_RETRIED_MAX}` }),
  })
  .meta({ id: "RetriedAutomationRuns" });
export type RetriedRuns = z.input<typeof RetriedRuns>;
