import type { z } from "zod";
import type { PublicColumn, PublicRow } from "@/lib/tables/schema";

/* What members and visitors have in common. */

export type Column = z.output<typeof PublicColumn>;
export type Row = z.output<typeof PublicRow>;
/** A column as it is laid out. */
export type GridColumn = { column: Column; widthPx: number };
export type Value = Row["values"][string];
