import { z } from "zod";
import { Timestamp } from "@/lib/http/fields";

export const SampleKind = z.enum([
  "record",
  "project",
  "task",
  "request",
  "form",
  "submission",
  "table",
  "row",
  "webhook",
  "week",
]);
export type SampleKind = z.output<typeof SampleKind>;

const SampleThing = z.object({ kind: SampleKind, id: z.string() }).meta({ id: "SampleThing" });

const KeptThing = z
  .object({
    kind: SampleKind,
    id: z.string(),
    name: z.string(),
    reason: z.string().meta({ description: "What people added to it, in words" }),
  })
  .meta({ id: "KeptSampleThing" });

export const SampleData = z
  .object({
    made_at: Timestamp.nullable().meta({ description: "Null where the workspace holds no sample data" }),
    made_by: z.string().nullable().meta({ description: "Name of the person who added it" }),
    things: z.array(SampleThing),
    keeps: z.array(KeptThing).meta({ description: "What removing it would keep now" }),
  })
  .meta({ id: "SampleData" });
export type SampleData = z.input<typeof SampleData>;

export const SampleDataRemoved = z
  .object({
    removed: z.int().meta({ description: "Number of things removed" }),
    kept: z
      .array(KeptThing)
      .meta({ description: "Things that were added to or changed, which stay in the workspace" }),
  })
  .meta({ id: "SampleDataRemoved" });
export type SampleDataRemoved = z.input<typeof SampleDataRemoved>;
