import type { WorkspaceScope } from "@/lib/access/authorise";
import { ROWS, TABLE } from "@/lib/first-run/sample-data/catalog";
import { dayFrom } from "@/lib/first-run/sample-data/rules";
import type { Mark } from "@/lib/first-run/sample-data/store";
import type { Db } from "@/lib/platform/database";
import { checkTablesLeft } from "@/lib/tables/check-tables-left";
import { openTableAs } from "@/lib/tables/open-table";
import { writeRowsAs } from "@/lib/tables/rows/write-rows";
import { withColumn } from "@/lib/tables/rules";
import { type Column, CreateTable } from "@/lib/tables/schema";
import { insertTable } from "@/lib/tables/store";

/** A table with rows. @throws AppError conflict when the workspace has as many tables as it may */
export async function makeTable(tx: Db, scope: WorkspaceScope, now: Date): Promise<Mark[]> {
  const { workspaceId, actor } = scope;
  await checkTablesLeft(tx, workspaceId);
  const { name, description, columns } = CreateTable.parse(TABLE);
  const made = columns.reduce<Column[]>((before, column) => withColumn(before, column), []);
  const table = { workspaceId, name, description, columns: made, createdById: actor.developerId };
  const { id } = await insertTable(tx, table, now);
  const writer = { kind: "developer", developerId: actor.developerId, shareLinkId: null } as const;
  const access = { ...(await openTableAs(tx, workspaceId, id, writer, now)), isQuiet: true };
  const given = ROWS.map(({ dueIn, ...values }) => ({ values: { ...values, until: dayFrom(now, dueIn) } }));
  const rows = await writeRowsAs(tx, access, given, now);
  return [{ kind: "table", id }, ...rows.map((row): Mark => ({ kind: "row", id: row.id }))];
}
