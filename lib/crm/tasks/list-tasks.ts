import type { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { presentCrmTask } from "@/lib/crm/tasks/present";
import type { CrmTask, CrmTaskQuery } from "@/lib/crm/tasks/schema";
import { listCrmTaskRows } from "@/lib/crm/tasks/store";
import { type Page, readCursor, toPage } from "@/lib/http/paging";

/** A page of tasks about records, newest first. */
export async function listCrmTasks(
  scope: WorkspaceScope,
  query: z.output<typeof CrmTaskQuery>,
): Promise<Page<z.input<typeof CrmTask>>> {
  const { is_done: isDone, record_id: recordId, assignee_id: assigneeId, limit, cursor } = query;
  const filters = { isDone, recordId, assigneeId };
  const rows = await listCrmTaskRows(scope, filters, limit + 1, readCursor(cursor));
  return toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }), presentCrmTask);
}
