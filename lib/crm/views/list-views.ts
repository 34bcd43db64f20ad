import type { WorkspaceScope } from "@/lib/access/authorise";
import { getObject } from "@/lib/crm/objects/get-object";
import { presentView } from "@/lib/crm/views/present";
import type { View } from "@/lib/crm/views/schema";
import { listViewRows } from "@/lib/crm/views/store";
import { byCreation, type Page, type PageQuery, readCursor, toPage } from "@/lib/http/paging";
import { db } from "@/lib/platform/database";

/** A page of an object's shared views and the reader's own, oldest first. @throws AppError not_found */
export async function listViews(
  scope: WorkspaceScope,
  objectSlug: string,
  { limit, cursor }: PageQuery,
  now: Date,
): Promise<Page<View>> {
  const object = await getObject(db(), scope.workspaceId, objectSlug, now);
  const rows = await listViewRows(scope, object, limit + 1, readCursor(cursor));
  return toPage(rows, limit, byCreation, (row) => presentView(scope, object, row));
}
