import type { Operator } from "@/lib/access/operators/operator";
import { type Page, readPage } from "@/lib/http/paging";
import { presentOperatorWorkspace } from "@/lib/operators/present";
import type { OperatorWorkspace, OperatorWorkspaceQuery } from "@/lib/operators/schema";
import { listAllWorkspaces } from "@/lib/operators/store";

/** A page of all workspaces of this service, newest first. */
export async function listWorkspaces(
  operator: Operator,
  { search, ...page }: OperatorWorkspaceQuery,
): Promise<Page<OperatorWorkspace>> {
  return readPage(page, (slice) => listAllWorkspaces(operator, search, slice), presentOperatorWorkspace);
}
