import type { Operator } from "@/lib/access/operators/operator";
import { byCreation, type Page, readCursor, toPage } from "@/lib/http/paging";
import { presentOperatorWorkspace } from "@/lib/operators/present";
import type { OperatorWorkspace, OperatorWorkspaceQuery } from "@/lib/operators/schema";
import { listAllWorkspaces } from "@/lib/operators/store";

/** A page of all workspaces of this service, newest first. */
export async function listWorkspaces(
  operator: Operator,
  { search, limit, cursor }: OperatorWorkspaceQuery,
): Promise<Page<OperatorWorkspace>> {
  const rows = await listAllWorkspaces(operator, search, limit + 1, readCursor(cursor));
  return toPage(rows, limit, byCreation, presentOperatorWorkspace);
}
