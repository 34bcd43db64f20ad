import { getCatalog } from "@/lib/access/get-catalog";
import { Catalog } from "@/lib/access/schema";
import { workspaceRoute } from "@/lib/http/workspace-route";
import { WorkspaceParams } from "@/lib/workspaces/schema";

export const GET = workspaceRoute({
  summary: "The permission catalog, the built-in roles and the apps",
  reach: "anyone",
  params: WorkspaceParams,
  response: Catalog,
  handle: () => getCatalog(),
});
