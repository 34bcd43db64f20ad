import { workspaceRoute } from "@/lib/routes/workspace-route";
import { getAppAccess } from "@/lib/workspaces/members/get-app-access";
import { AppAccess, AppParams } from "@/lib/workspaces/members/schema";

export const GET = workspaceRoute({
  summary: "Whether you may open an app",
  description: "Every active member may ask for themselves; `me` has all apps at once.",
  reach: "anyone",
  params: AppParams,
  response: AppAccess,
  errors: ["not_found"],
  handle: ({ scope, params }) => getAppAccess(scope, params.app),
});
