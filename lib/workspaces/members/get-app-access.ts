import type { WorkspaceScope } from "@/lib/access/authorise";
import { mayOpenApp } from "@/lib/access/rules";
import type { App } from "@/lib/access/schema";
import type { AppAccess } from "@/lib/workspaces/members/schema";

/** Whether the actor may open an app, for apps that are hosted elsewhere and gated here. */
export async function getAppAccess(scope: WorkspaceScope, app: App): Promise<AppAccess> {
  return { allowed: scope.isOwner || mayOpenApp(scope.membership, app) };
}
