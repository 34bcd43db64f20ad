import { stringify } from "csv-stringify/sync";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { CsvFile } from "@/lib/http/answers";
import type { Position } from "@/lib/http/paging";
import { AUDIT_CSV_PAGE_ROWS, AUDIT_CSV_ROWS_MAX } from "@/lib/workspaces/audit/limits";
import { presentAudit } from "@/lib/workspaces/audit/present";
import { type AuditCsvQuery, AuditEvent } from "@/lib/workspaces/audit/schema";
import { listAuditRows } from "@/lib/workspaces/audit/store";

const COLUMNS = Object.keys(AuditEvent.shape);
/** What a spreadsheet would run as a formula starts with an apostrophe, so that a role's name can't act on a reader. */
const CELLS = { columns: COLUMNS, escape_formulas: true };

type Filters = AuditCsvQuery;

/** Page by page, each written before the next is read: the trail is long and memory is not. */
async function* write(scope: WorkspaceScope, filters: Filters): AsyncGenerator<string> {
  yield stringify([COLUMNS], { bom: true });
  let after: Position | null = null;
  for (let count = 0; count < AUDIT_CSV_ROWS_MAX; count += AUDIT_CSV_PAGE_ROWS) {
    const rows = await listAuditRows(scope, filters, { limit: AUDIT_CSV_PAGE_ROWS, after });
    yield stringify(await presentAudit(rows), CELLS);
    const last = rows.at(-1);
    if (!last || rows.length < AUDIT_CSV_PAGE_ROWS) return;
    after = { at: last.createdAt, id: last.id };
  }
}

/**
 * The workspace's audit trail as CSV (RFC 4180, UTF-8 with a byte order mark), newest first, at most
 * `AUDIT_CSV_ROWS_MAX` rows. Neither a separator nor a formula in a value changes what a
 * spreadsheet shows that reads it as parted by commas.
 */
export async function exportAudit(scope: WorkspaceScope, filters: Filters, now: Date): Promise<CsvFile> {
  return new CsvFile(`audit-${now.toISOString().slice(0, 10)}.csv`, write(scope, filters));
}
