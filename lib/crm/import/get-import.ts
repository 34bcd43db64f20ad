import type { WorkspaceScope } from "@/lib/access/authorise";
import { presentImport, presentImportDetail } from "@/lib/crm/import/present";
import { previewLabels } from "@/lib/crm/import/preview";
import type { CrmImport, CrmImportDetail } from "@/lib/crm/import/schema";
import { findImport, type ImportRow, listImportRows, lockImport } from "@/lib/crm/import/store";
import { getObject } from "@/lib/crm/objects/get-object";
import { AppError } from "@/lib/http/app-error";
import { type Page, type PageQuery, readPage } from "@/lib/http/paging";
import { type Db, db } from "@/lib/platform/database";

/** An import with its errors and its preview. @throws AppError not_found */
export async function getImport(
  { workspaceId }: WorkspaceScope,
  objectSlug: string,
  importId: string,
  now: Date,
): Promise<CrmImportDetail> {
  const object = await getObject(db(), workspaceId, objectSlug, now);
  const row = await findImport(db(), workspaceId, object.id, importId);
  if (row === null) throw new AppError("not_found", "Import not found");
  return presentImportDetail(row, await previewLabels(object, row.preview), now);
}

/** The imports of an object, newest first. @throws AppError not_found for the object */
export async function listImports(
  { workspaceId }: WorkspaceScope,
  objectSlug: string,
  page: PageQuery,
  now: Date,
): Promise<Page<CrmImport>> {
  const object = await getObject(db(), workspaceId, objectSlug, now);
  return readPage(
    page,
    (slice) => listImportRows(object.id, slice),
    (row) => presentImport(row, now),
  );
}

/** An import of an object, locked until the transaction ends. @throws AppError not_found */
export async function getLockedImport(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  objectSlug: string,
  importId: string,
): Promise<ImportRow> {
  const row = await lockImport(tx, workspaceId, importId);
  if (row === null || row.object.slug !== objectSlug) throw new AppError("not_found", "Import not found");
  return row;
}
