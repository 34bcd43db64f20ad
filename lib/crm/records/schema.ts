import { z } from "zod";
import { Value, Values } from "@/lib/crm/attributes/schema";
import { ObjectParams } from "@/lib/crm/objects/schema";
import {
  FILTER_CHARS_MAX,
  FILTER_PARTS_MAX,
  FILTER_VALUE_CHARS_MAX,
  FILTER_VALUES_MAX,
  RECORDS_PER_SELECTION_MAX,
  SEARCH_CHARS_MAX,
} from "@/lib/crm/records/limits";
import { OPERATORS } from "@/lib/crm/values/catalog";
import { GivenId, idParam, Timestamp, TimeZone } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";

export const Operator = z.enum(OPERATORS);
export type Operator = z.output<typeof Operator>;

const Operand = z.union([z.string().max(FILTER_VALUE_CHARS_MAX), z.number(), z.boolean()]);

export const Condition = z
  .object({
    attribute: z.string().max(100).meta({
      description:
        "An attribute's slug, `created_at` or `updated_at`; in lists of records also one of the record that a reference points at, as `company.name`",
    }),
    operator: Operator,
    value: z
      .union([Operand, z.array(Operand).min(1).max(FILTER_VALUES_MAX)])
      .optional()
      .meta({
        description:
          "A list for `in` and `not_in`; nothing for `is_empty` and `is_not_empty`. In lists of records `me` is you, and `today`, `today+7` or `today-30` a day",
      }),
  })
  .meta({ id: "CrmCondition" });
export type Condition = z.output<typeof Condition>;

const Conditions = z.array(Condition).min(1).max(FILTER_PARTS_MAX);
const Group = z.union([z.strictObject({ and: Conditions }), z.strictObject({ or: Conditions })]);
const Parts = z
  .array(z.union([Condition, Group]))
  .min(1)
  .max(FILTER_PARTS_MAX);

/** A condition, or conditions joined by and/or, which may hold groups of conditions in turn. */
export const Filter = z
  .union([Condition, z.strictObject({ and: Parts }), z.strictObject({ or: Parts })])
  .meta({ id: "CrmFilter" });
export type Filter = z.output<typeof Filter>;

export const FieldChange = z.object({ field: z.string(), old: Value, new: Value });
export type FieldChange = z.output<typeof FieldChange>;

export const RecordParams = ObjectParams.extend({ record_id: idParam("Record") });

export const OneRecordQuery = z.object({
  deleted: z
    .enum(["true", "false"])
    .default("false")
    .transform((value) => value === "true")
    .meta({ description: "true: also if it is deleted, while it can still be restored" }),
});

export const Sort = z
  .string()
  .regex(/^-?[a-z][a-z0-9_]*$/)
  .max(100)
  .meta({ description: "An attribute's slug, `created_at` or `updated_at`; with `-` in front descending" });

export const RecordFilters = z.object({
  filter: z.string().max(FILTER_CHARS_MAX).optional().meta({
    description:
      'JSON: `{"attribute","operator","value"}`, or `{"and":[…]}` / `{"or":[…]}` of conditions and groups of them',
    example: '{"attribute":"stage","operator":"eq","value":"won"}',
  }),
  search: z.string().max(SEARCH_CHARS_MAX).optional().meta({ description: "Part of any text of a record" }),
  sort: Sort.default("-created_at"),
  time_zone: TimeZone.default("UTC").meta({ description: "Where it is `today`", example: "Europe/Berlin" }),
  deleted: z
    .enum(["true", "false"])
    .default("false")
    .transform((value) => value === "true")
    .meta({ description: "true lists the deleted records that can still be restored" }),
});
export type RecordFilters = z.output<typeof RecordFilters>;

export const RecordQuery = RecordFilters.extend(PageQuery.shape).extend({
  cursor: z.string().max(1024).optional(),
});
export type RecordQuery = z.output<typeof RecordQuery>;

export const CrmRecord = z
  .object({
    id: z.string(),
    object: z.string(),
    title: z.string(),
    values: Values,
    labels: z
      .record(z.string(), z.string())
      .meta({ description: "Names of the records and people that values refer to, by id" }),
    created_by_id: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    row_version: z.int().meta({
      description:
        "Increases with every change. In quotes it is the `ETag`, and the `If-Match` of the next one",
    }),
    deleted_at: Timestamp.nullable(),
  })
  .meta({ id: "CrmRecord" });
export type CrmRecord = z.input<typeof CrmRecord>;

/** In the refusal of a change to another version of a record: how it is now. */
export const StaleRecord = z.object({ record: CrmRecord });
/** The same where the record is named by a value, which none may have. */
export const StaleOrNoRecord = z.object({ record: CrmRecord.nullable() });

const GivenValues = z.record(z.string().max(100), z.unknown()).meta({
  description: "By attribute slug; null empties a value. A name that no attribute has is a 422",
  example: { name: "Analytical Engines", domain: "engines.example.com" },
});

export const CreateRecord = z.object({ values: GivenValues }).meta({ id: "CreateCrmRecord" });
export type CreateRecord = z.output<typeof CreateRecord>;
export const UpsertQuery = z.object({
  match: z
    .string()
    .max(100)
    .meta({ description: "A unique attribute's slug, whose value stands in the body" }),
});
export const UpdateRecord = z.object({ values: GivenValues }).meta({ id: "UpdateCrmRecord" });
export type UpdateRecord = z.output<typeof UpdateRecord>;

const Selection = z.array(GivenId).min(1).max(RECORDS_PER_SELECTION_MAX);
export const UpdateSelection = z
  .object({ record_ids: Selection, values: GivenValues })
  .meta({ id: "UpdateCrmRecords" });
export type UpdateSelection = z.output<typeof UpdateSelection>;
export const DeleteSelection = z.object({ record_ids: Selection }).meta({ id: "DeleteCrmRecords" });
export const SelectionResult = z.object({ changed: z.int() }).meta({ id: "CrmSelectionResult" });
export type SelectionResult = z.input<typeof SelectionResult>;

export const RecordChange = z.enum(["created", "updated", "deleted", "restored"]);
export const RecordActorKind = z.enum(["developer", "automation", "import", "form", "service"]);

export const Related = z
  .object({
    object: z.string().meta({ description: "Slug of the object whose records refer to this one" }),
    singular_name: z.string(),
    plural_name: z.string(),
    attribute: z.string().meta({ description: "The attribute by which they do" }),
    attribute_name: z.string(),
    count: z.int().meta({ description: "How many do, counted up to 1,000" }),
    is_capped: z.boolean().meta({ description: "Whether there are more than were counted" }),
  })
  .meta({ id: "CrmRelated" });
export type Related = z.input<typeof Related>;

export const TimelineEntry = z
  .object({
    id: z.string(),
    type: RecordChange,
    actor_kind: RecordActorKind,
    actor_id: z.string().nullable(),
    actor_name: z.string().nullable(),
    cause_id: z.string().nullable().meta({ description: "The automation, form or import that acted" }),
    changes: z.array(FieldChange).meta({ description: "Long texts are cut" }),
    created_at: Timestamp,
  })
  .meta({ id: "CrmTimelineEntry" });
export type TimelineEntry = z.input<typeof TimelineEntry>;
