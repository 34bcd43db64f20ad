import { getCatalog } from "@/lib/access/get-catalog";
import { Catalog } from "@/lib/access/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "The permission catalog, the built-in roles and the apps",
  description: "Every permission that roles and API tokens can include, with a description.",
  reach: "anyone",
  response: Catalog,
  handle: () => getCatalog(),
});
