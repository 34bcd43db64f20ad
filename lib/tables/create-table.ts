import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { transaction } from "@/lib/platform/database";
import { checkTablesLeft } from "@/lib/tables/check-tables-left";
import { presentTable } from "@/lib/tables/present";
import { withColumn } from "@/lib/tables/rules";
import type { Column, CreateTable, Table } from "@/lib/tables/schema";
import { insertTable } from "@/lib/tables/store";

/**
 * Makes a table.
 * @throws AppError invalid for columns that are not valid; conflict for two columns of the same key, and when the
 *   workspace has as many tables as it may
 */
export async function createTable(scope: WorkspaceScope, body: CreateTable, now: Date): Promise<Table> {
  const { workspaceId, actor } = scope;
  const { name, description } = body;
  const columns = body.columns.reduce<Column[]>(
    (before, column, index) => withColumn(before, column, `columns.${index}.`),
    [],
  );
  return transaction(async (tx) => {
    await checkTablesLeft(tx, workspaceId);
    const table = { workspaceId, name, description, columns, createdById: actor.developerId };
    const row = await insertTable(tx, table, now);
    const target = { type: "table", id: row.id };
    const after = { name, columns: columns.map(({ key }) => key) };
    await recordAudit(tx, scope, { action: "table.created", target, after }, now);
    return presentTable(row);
  });
}
