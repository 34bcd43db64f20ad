import type { WorkspaceScope } from "@/lib/access/authorise";
import { presentCrmTask } from "@/lib/crm/tasks/present";
import type { CrmTask, CrmTaskQuery } from "@/lib/crm/tasks/schema";
import { listCrmTaskRows, NO_DAY } from "@/lib/crm/tasks/store";
import { type Page, readPage, type Slice } from "@/lib/http/paging";

/** A page of tasks about records, in the order asked for. */
export async function listCrmTasks(scope: WorkspaceScope, query: CrmTaskQuery): Promise<Page<CrmTask>> {
  const { is_done: isDone, record_id: recordId, assignee_id: assigneeId, sort } = query;
  const dueBefore = query.due_before === undefined ? undefined : new Date(query.due_before);
  const filters = { isDone, recordId, assigneeId, dueBefore };
  const read = async (slice: Slice) => {
    const rows = await listCrmTaskRows(scope, filters, sort, slice);
    return rows.map((row) => ({ ...row, at: sort === "created" ? row.createdAt : (row.dueOn ?? NO_DAY) }));
  };
  return readPage(query, read, presentCrmTask, ["at", "id"]);
}
