import * as z from "zod/mini";
import type { PermissionSlug } from "@/lib/access/catalog";

/**
 * The event catalog: the only place where an event type is spelled. Requirements, "Webhooks"; contract section 5.
 * A new event type is an entry here and a call of `emit`, which takes no other `data` than the entry's schema describes.
 * The console shows the examples, so the schemas are of `zod/mini`, which is a few kilobytes in a page.
 */

/**
 * How automations can start on an event. What the event is about decides which conditions and placeholders they get. An
 * event of kind `fields` has values under names of its own, and no record.
 */
export type Trigger =
  | { about: "record" | "changed_record" | "deleted_record"; label: `A record ${string}` }
  | { about: "form"; label: `A form ${string}` }
  | { about: "fields"; label: string; fields: { label: string; names: readonly string[] } };

/** A catalog entry; the compiler checks its example against its schema. */
function event<
  const Type extends string,
  Data extends z.ZodMiniType<Readonly<Record<string, unknown>>>,
  const Automatic extends Trigger | undefined = undefined,
>(entry: {
  type: Type;
  /** The permission that members need to see its content. */
  permission: PermissionSlug;
  description: string;
  /** Its `data` in the request. */
  data: Data;
  example: z.output<Data>;
  /** If missing, automations can't start on this event. */
  trigger?: Automatic;
}) {
  return entry as typeof entry & { trigger: Automatic };
}

const Id = z.uuid();
/** A developer; null if no member caused the event. */
const ActorId = z.nullable(z.uuid());
const Value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);
const Values = z.record(z.string(), Value);
const Changes = z.array(z.object({ field: z.string(), old: Value, new: Value }));

const RecordData = z.object({ object: z.string(), record_id: Id, values: Values, actor_id: ActorId });
const RunData = z.object({ automation_id: Id, run_id: Id, record_id: z.nullable(Id) });
const EnrollmentData = z.object({ sequence_id: Id, enrollment_id: Id, record_id: Id });
const RowData = z.object({ table_id: Id, row_id: Id, values: Values, actor_id: ActorId });

const EXAMPLE_RECORD = {
  object: "company",
  record_id: "0199a3f0-6d1c-7c43-9a53-3f8b6a0f2b11",
  values: { name: "Grüner Tee GmbH", employees: 12 },
  actor_id: "0199a3ef-1f0a-7d0e-8a55-90d1c2b3a4f5",
};
const EXAMPLE_RUN = {
  automation_id: "0199a3f1-0b7e-7b0c-b5a7-2f6a4c1d9e01",
  run_id: "0199a3f1-2c44-7e1d-9c38-7b5d3e2f1a02",
  record_id: EXAMPLE_RECORD.record_id,
};
const EXAMPLE_ENROLLMENT = {
  sequence_id: "0199a3f2-4d5e-7f60-8a1b-3c2d1e0f9a03",
  enrollment_id: "0199a3f2-7a8b-7c9d-9e0f-1a2b3c4d5e04",
  record_id: EXAMPLE_RECORD.record_id,
};
const EXAMPLE_ROW = {
  table_id: "0199a3f3-1111-7222-8333-944455566605",
  row_id: "0199a3f3-7777-7888-8999-a00011122206",
  values: { title: "Order 1042", done: false },
  actor_id: null,
};

/** Why a record left a sequence. */
export const EXIT_REASONS = [
  "completed",
  "manual",
  "record_deleted",
  "automation",
  "bounced",
  "complained",
  "sequence_deleted",
] as const;

export const EVENTS = [
  event({
    type: "record.created",
    permission: "can_view_crm",
    description: "A CRM record was created",
    data: RecordData,
    example: EXAMPLE_RECORD,
    trigger: { about: "record", label: "A record is created" },
  }),
  event({
    type: "record.updated",
    permission: "can_view_crm",
    description: "Values of a CRM record changed",
    data: z.extend(RecordData, { changes: Changes }),
    example: { ...EXAMPLE_RECORD, changes: [{ field: "employees", old: 11, new: 12 }] },
    trigger: { about: "changed_record", label: "A record is changed" },
  }),
  event({
    type: "record.deleted",
    permission: "can_view_crm",
    description: "A CRM record was deleted",
    data: RecordData,
    example: EXAMPLE_RECORD,
    trigger: { about: "deleted_record", label: "A record is deleted" },
  }),
  event({
    type: "record.restored",
    permission: "can_view_crm",
    description: "A deleted CRM record was brought back",
    data: RecordData,
    example: EXAMPLE_RECORD,
  }),
  event({
    type: "automation.run.completed",
    permission: "can_view_crm",
    description: "A run of an automation ended",
    data: z.extend(RunData, { status: z.literal("completed") }),
    example: { ...EXAMPLE_RUN, status: "completed" },
  }),
  event({
    type: "automation.run.failed",
    permission: "can_view_crm",
    description: "A run of an automation failed",
    data: z.extend(RunData, { status: z.literal("failed"), error: z.string() }),
    example: { ...EXAMPLE_RUN, status: "failed", error: "The destination answered 500" },
  }),
  event({
    type: "sequence.enrolled",
    permission: "can_view_crm",
    description: "A record was enrolled in a sequence",
    data: EnrollmentData,
    example: EXAMPLE_ENROLLMENT,
  }),
  event({
    type: "sequence.exited",
    permission: "can_view_crm",
    description: "A record left a sequence",
    data: z.extend(EnrollmentData, {
      reason: z.enum(EXIT_REASONS),
    }),
    example: { ...EXAMPLE_ENROLLMENT, reason: "completed" },
  }),
  event({
    type: "form.submitted",
    permission: "can_view_forms",
    description: "Someone submitted a form",
    data: z.object({
      form_id: Id,
      submission_id: Id,
      record_id: z.nullable(Id),
      values: Values,
    }),
    example: {
      form_id: "0199a3f4-2222-7333-8444-a55566677707",
      submission_id: "0199a3f4-3333-7444-8555-b66677788808",
      record_id: EXAMPLE_RECORD.record_id,
      values: { email: "ada@example.com", message: "Hello" },
    },
    trigger: { about: "form", label: "A form is submitted" },
  }),
  event({
    type: "table.row.created",
    permission: "can_view_tables",
    description: "A row was added to a table",
    data: RowData,
    example: EXAMPLE_ROW,
  }),
  event({
    type: "table.row.updated",
    permission: "can_view_tables",
    description: "A row of a table changed",
    data: z.extend(RowData, { changes: Changes }),
    example: { ...EXAMPLE_ROW, changes: [{ field: "done", old: false, new: true }] },
  }),
  event({
    type: "table.row.deleted",
    permission: "can_view_tables",
    description: "A row was deleted from a table",
    data: RowData,
    example: EXAMPLE_ROW,
  }),
  event({
    type: "project.request.created",
    permission: "can_view_projects",
    description: "Someone filed a request on a public project page",
    data: z.object({ project_id: Id, request_id: Id, title: z.string(), actor_id: ActorId }),
    example: {
      project_id: "0199a3f5-4444-7555-8666-c77788899909",
      request_id: "0199a3f5-5555-7666-8777-d8889990000a",
      title: "Dark mode",
      actor_id: null,
    },
  }),
  event({
    type: "webhook.test",
    permission: "can_view_webhooks",
    description: "You asked for a test",
    data: z.object({ webhook_id: Id, message: z.string() }),
    example: { webhook_id: "0199a3f6-6666-7777-8888-e9990001110b", message: "This is a test." },
  }),
] as const;

type EventEntry = (typeof EVENTS)[number];
export type EventType = EventEntry["type"];

/** The `data` of an event type. */
export type EventData<Type extends EventType> = z.output<Extract<EventEntry, { type: Type }>["data"]>;

export const EVENT_TYPES = EVENTS.map(({ type }) => type) as [EventType, ...EventType[]];

/** The permission that members need to see an event's content. */
export const PERMISSION_OF_EVENT = Object.fromEntries(
  EVENTS.map(({ type, permission }) => [type, permission]),
) as Record<EventType, PermissionSlug>;

/** The name that subscribes to every event that the owner may see. */
export const EVERY_EVENT = "*";
