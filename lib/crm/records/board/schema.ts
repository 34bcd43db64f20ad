import { z } from "zod";
import { CrmRecord, RecordFilters } from "@/lib/crm/records/schema";

const Slug = z.string().max(100);

export const RecordBoardQuery = RecordFilters.pick({ filter: true, search: true, time_zone: true }).extend({
  by: Slug.meta({
    description: "Slug of a select attribute, whose options are the columns",
    example: "stage",
  }),
  sum: Slug.optional().meta({ description: "Slug of a number or currency attribute", example: "amount" }),
});
export type RecordBoardQuery = z.output<typeof RecordBoardQuery>;

export const RecordBoard = z
  .object({
    by: z.string(),
    sum: z.string().nullable(),
    is_cut: z.boolean().meta({
      description:
        "Whether there are more records than the newest 20,000, which alone are counted and summed",
    }),
    columns: z.array(
      z.object({
        value: z.string().nullable().meta({ description: "The option; null for records without one" }),
        label: z.string(),
        color: z.string().nullable(),
        count: z.int(),
        sum: z.number().nullable().meta({ description: "null where nothing is summed" }),
        records: z.array(CrmRecord).meta({ description: "The 25 that were changed last" }),
      }),
    ),
  })
  .meta({ id: "CrmRecordBoard" });
export type RecordBoard = z.input<typeof RecordBoard>;
