import { z } from "zod";
import { ObjectParams } from "@/lib/crm/objects/schema";
import { Filter, Sort } from "@/lib/crm/records/schema";
import { VIEW_COLUMNS_MAX, VIEW_NAME_CHARS_MAX } from "@/lib/crm/views/limits";
import { idParam, line, Timestamp } from "@/lib/http/fields";

export const ViewParams = ObjectParams.extend({ view_id: idParam("View") });

export const View = z
  .object({
    id: z.string(),
    object: z.string(),
    name: z.string(),
    is_shared: z.boolean(),
    is_mine: z.boolean(),
    owner_id: z.string().nullable(),
    filter: Filter.nullable(),
    sort: z.string().nullable(),
    columns: z.array(z.string()).meta({ description: "Attribute slugs in their order; empty means all" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "CrmView" });
export type View = z.input<typeof View>;

const Columns = z.array(z.string().max(100)).max(VIEW_COLUMNS_MAX);

export const CreateView = z
  .object({
    name: line(VIEW_NAME_CHARS_MAX),
    is_shared: z.boolean().default(false),
    filter: Filter.nullable().default(null),
    sort: Sort.nullable().default(null),
    columns: Columns.default([]),
  })
  .meta({ id: "CreateCrmView" });
export type CreateView = z.output<typeof CreateView>;

export const UpdateView = z
  .object({
    name: line(VIEW_NAME_CHARS_MAX).optional(),
    is_shared: z.boolean().optional(),
    filter: Filter.nullable().optional(),
    sort: Sort.nullable().optional(),
    columns: Columns.optional(),
  })
  .meta({ id: "UpdateCrmView" });
export type UpdateView = z.output<typeof UpdateView>;
