import type { WorkspaceScope } from "@/lib/access/authorise";
import { db } from "@/lib/platform/database";
import { presentWorkspace } from "@/lib/workspaces/present";
import type { Workspace } from "@/lib/workspaces/schema";
import { getWorkspaceRow } from "@/lib/workspaces/store";

/** The workspace of a scope. */
export async function getWorkspace(scope: WorkspaceScope): Promise<Workspace> {
  return presentWorkspace(await getWorkspaceRow(db(), scope));
}
