import type { WorkspaceScope } from "@/lib/access/authorise";
import { getObject, getObjects } from "@/lib/crm/objects/get-object";
import { presentObject } from "@/lib/crm/objects/present";
import type { CrmObject } from "@/lib/crm/objects/schema";
import { db } from "@/lib/platform/database";

/** All objects of the workspace, the built-in ones first; there are few enough for one answer. */
export async function listObjects(scope: WorkspaceScope, now: Date): Promise<CrmObject[]> {
  const rows = await getObjects(db(), scope.workspaceId, now);
  return rows.map(presentObject);
}

/** One object with its attributes. @throws AppError not_found */
export async function showObject(scope: WorkspaceScope, slug: string, now: Date): Promise<CrmObject> {
  return presentObject(await getObject(db(), scope.workspaceId, slug, now));
}
