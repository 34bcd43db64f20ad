import { z } from "zod";
import { GivenId, GivenTime, JsonValue, Timestamp } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";

const FILTER_CHARS_MAX = 100;
const text = z.string().min(1).max(FILTER_CHARS_MAX).optional();

const Filters = z.object({
  actor_id: GivenId.optional(),
  action: text.meta({ description: "An action, or its beginning up to a dot: member or member.updated" }),
  target_type: text,
  target_id: text,
  since: GivenTime.optional(),
  until: GivenTime.optional(),
});

export const AuditQuery = PageQuery.extend(Filters.shape);
export type AuditQuery = z.output<typeof AuditQuery>;
export const AuditCsvQuery = Filters;
export type AuditCsvQuery = z.output<typeof AuditCsvQuery>;

export const AuditEvent = z
  .object({
    id: z.string(),
    actor_id: z.string().nullable(),
    actor_name: z.string().nullable().meta({ description: "null once the person was erased" }),
    token_id: z.string().nullable().meta({ description: "The API token they acted through, if any" }),
    token_prefix: z.string().nullable().meta({ description: "Its first characters, while it exists" }),
    action: z.string(),
    target_type: z.string(),
    target_id: z.string(),
    subject_name: z
      .string()
      .nullable()
      .meta({ description: "Whom it was about, where that was a person who still exists" }),
    before: JsonValue,
    after: JsonValue,
    names: z.record(z.string(), z.string()).meta({
      description: "Names, by id, of the people whose ids are in `before` and `after`, while they exist",
    }),
    ip: z.string().nullable(),
    request_id: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: "AuditEvent" });
export type AuditEvent = z.input<typeof AuditEvent>;
