import type { PublicColumn, PublicRow } from "@/lib/tables/schema";

/* The fields of a column that both members and visitors see. */

export type Column = PublicColumn;
export type Row = PublicRow;
/** A column with its width. */
export type GridColumn = { column: Column; widthPx: number };
export type Value = Row["values"][string];
