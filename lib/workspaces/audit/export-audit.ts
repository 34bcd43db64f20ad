import type { WorkspaceScope } from "@/lib/access/authorise";
import { CsvFile } from "@/lib/http/answers";
import type { Position } from "@/lib/http/paging";
import { asCsv, pagesOf } from "@/lib/http/row-files";
import { AUDIT_CSV_PAGE_ROWS, AUDIT_CSV_ROWS_MAX } from "@/lib/workspaces/audit/limits";
import { presentAudit } from "@/lib/workspaces/audit/present";
import { type AuditCsvQuery, AuditEvent } from "@/lib/workspaces/audit/schema";
import { listAuditRows } from "@/lib/workspaces/audit/store";

const COLUMNS = AuditEvent.omit({ names: true }).keyof().options;

/**
 * The workspace's audit trail as CSV (RFC 4180, UTF-8 with a byte order mark), newest first, at most
 * `AUDIT_CSV_ROWS_MAX` rows. Neither a separator nor a formula in a value changes what a
 * spreadsheet shows that reads it as parted by commas.
 */
export async function exportAudit(
  scope: WorkspaceScope,
  filters: AuditCsvQuery,
  now: Date,
): Promise<CsvFile> {
  const pages = pagesOf(
    (limit, after: Position | null) => listAuditRows(scope, filters, { limit, after }),
    ({ createdAt, id }) => ({ at: createdAt, id }),
    { pageRows: AUDIT_CSV_PAGE_ROWS, rowsMax: AUDIT_CSV_ROWS_MAX },
  );
  const text = asCsv(COLUMNS, pages, async (rows) =>
    (await presentAudit(rows)).map((event) => COLUMNS.map((column) => event[column])),
  );
  return new CsvFile(`audit-${now.toISOString().slice(0, 10)}.csv`, text);
}
