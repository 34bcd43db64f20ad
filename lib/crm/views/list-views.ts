import type { WorkspaceScope } from "@/lib/access/authorise";
import { getObject } from "@/lib/crm/objects/get-object";
import { presentView } from "@/lib/crm/views/present";
import type { View } from "@/lib/crm/views/schema";
import { listViewRows } from "@/lib/crm/views/store";
import { type Page, type PageQuery, readPage } from "@/lib/http/paging";
import { db } from "@/lib/platform/database";

/** A page of an object's shared views and the reader's own, oldest first. @throws AppError not_found */
export async function listViews(
  scope: WorkspaceScope,
  objectSlug: string,
  page: PageQuery,
  now: Date,
): Promise<Page<View>> {
  const object = await getObject(db(), scope.workspaceId, objectSlug, now);
  return readPage(
    page,
    (slice) => listViewRows(scope, object, slice),
    (row) => presentView(scope, object, row),
  );
}
