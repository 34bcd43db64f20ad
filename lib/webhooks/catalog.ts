import type { PermissionSlug } from "@/lib/access/catalog";

/**
 * The event catalog: the only place where an event type is spelled. Requirements, "Webhooks"; contract section 5.
 * `example` is what an event's `data` looks like, `permission` what members need to see that.
 */

const OBJECT_RECORD = {
  object: "company",
  record_id: "0199a3f0-6d1c-7c43-9a53-3f8b6a0f2b11",
  values: { name: "Grüner Tee GmbH", employees: 12 },
  actor_id: "0199a3ef-1f0a-7d0e-8a55-90d1c2b3a4f5",
};
const RUN = {
  automation_id: "0199a3f1-0b7e-7b0c-b5a7-2f6a4c1d9e01",
  run_id: "0199a3f1-2c44-7e1d-9c38-7b5d3e2f1a02",
  record_id: OBJECT_RECORD.record_id,
};
const ENROLLMENT = {
  sequence_id: "0199a3f2-4d5e-7f60-8a1b-3c2d1e0f9a03",
  enrollment_id: "0199a3f2-7a8b-7c9d-9e0f-1a2b3c4d5e04",
  record_id: OBJECT_RECORD.record_id,
};
const ROW = {
  table_id: "0199a3f3-1111-7222-8333-944455566605",
  row_id: "0199a3f3-7777-7888-8999-a00011122206",
  values: { title: "Order 1042", done: false },
  actor_id: null,
};

export const EVENTS = [
  {
    type: "record.created",
    permission: "can_view_crm",
    description: "A CRM record was created",
    example: OBJECT_RECORD,
  },
  {
    type: "record.updated",
    permission: "can_view_crm",
    description: "Values of a CRM record changed",
    example: { ...OBJECT_RECORD, changes: [{ field: "employees", old: 11, new: 12 }] },
  },
  {
    type: "record.deleted",
    permission: "can_view_crm",
    description: "A CRM record was deleted",
    example: OBJECT_RECORD,
  },
  {
    type: "record.restored",
    permission: "can_view_crm",
    description: "A deleted CRM record was brought back",
    example: OBJECT_RECORD,
  },
  {
    type: "automation.run.completed",
    permission: "can_view_crm",
    description: "A run of an automation came to its end",
    example: { ...RUN, status: "completed" },
  },
  {
    type: "automation.run.failed",
    permission: "can_view_crm",
    description: "A run of an automation failed",
    example: { ...RUN, status: "failed", error: "The destination answered 500" },
  },
  {
    type: "sequence.enrolled",
    permission: "can_view_crm",
    description: "A record was enrolled in a sequence",
    example: ENROLLMENT,
  },
  {
    type: "sequence.exited",
    permission: "can_view_crm",
    description: "A record left a sequence",
    example: { ...ENROLLMENT, reason: "completed" },
  },
  {
    type: "form.submitted",
    permission: "can_view_forms",
    description: "Someone submitted a form",
    example: {
      form_id: "0199a3f4-2222-7333-8444-a55566677707",
      submission_id: "0199a3f4-3333-7444-8555-b66677788808",
      record_id: OBJECT_RECORD.record_id,
      values: { email: "ada@example.com", message: "Hello" },
    },
  },
  {
    type: "table.row.created",
    permission: "can_view_tables",
    description: "A row was added to a table",
    example: ROW,
  },
  {
    type: "table.row.updated",
    permission: "can_view_tables",
    description: "A row of a table changed",
    example: { ...ROW, changes: [{ field: "done", old: false, new: true }] },
  },
  {
    type: "table.row.deleted",
    permission: "can_view_tables",
    description: "A row was deleted from a table",
    example: ROW,
  },
  {
    type: "project.request.created",
    permission: "can_view_projects",
    description: "Someone filed a request on a public project page",
    example: {
      project_id: "0199a3f5-4444-7555-8666-c77788899909",
      request_id: "0199a3f5-5555-7666-8777-d8889990000a",
      title: "Dark mode",
      actor_id: null,
    },
  },
  {
    type: "webhook.test",
    permission: "can_view_webhooks",
    description: "You asked for a test",
    example: { webhook_id: "0199a3f6-6666-7777-8888-e9990001110b", message: "This is a test." },
  },
] as const satisfies readonly {
  type: string;
  permission: PermissionSlug;
  description: string;
  example: Readonly<Record<string, unknown>>;
}[];

export type EventType = (typeof EVENTS)[number]["type"];

export const EVENT_TYPES = EVENTS.map(({ type }) => type) as [EventType, ...EventType[]];

/** The permission that members need to see what an event carries. */
export const PERMISSION_OF_EVENT = Object.fromEntries(
  EVENTS.map(({ type, permission }) => [type, permission]),
) as Record<EventType, PermissionSlug>;

/** What a subscription names to get every event that its owner may see. */
export const EVERY_EVENT = "*";
