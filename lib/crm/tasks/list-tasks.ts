import { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { presentCrmTask } from "@/lib/crm/tasks/present";
import type { CrmTask, CrmTaskQuery } from "@/lib/crm/tasks/schema";
import { listCrmTaskRows, NO_DAY } from "@/lib/crm/tasks/store";
import { GivenTime } from "@/lib/http/fields";
import { cutPage, type Page, readCursor, writeCursor } from "@/lib/http/paging";

/**
 * A page of tasks about records, in the order asked for.
 * @throws AppError bad_request for a cursor of another order, which would pass over tasks
 */
export async function listCrmTasks(scope: WorkspaceScope, query: CrmTaskQuery): Promise<Page<CrmTask>> {
  const { is_done: isDone, record_id: recordId, assignee_id: assigneeId, sort, limit, cursor } = query;
  const dueBefore = query.due_before === undefined ? undefined : new Date(query.due_before);
  const filters = { isDone, recordId, assigneeId, dueBefore };
  const Place = z
    .tuple([z.literal(sort), GivenTime, z.uuid()])
    .transform(([_sort, at, id]) => ({ at: new Date(at), id }));
  const after = cursor === undefined ? null : readCursor(cursor, Place);
  const rows = await listCrmTaskRows(scope, filters, sort, { limit: limit + 1, after });
  const { items, nextCursor } = cutPage(rows, limit, ({ id, createdAt, dueOn }) =>
    writeCursor([sort, (sort === "created" ? createdAt : (dueOn ?? NO_DAY)).toISOString(), id]),
  );
  return { items: items.map(presentCrmTask), nextCursor };
}
