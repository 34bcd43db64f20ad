import { getCatalog } from "@/lib/access/get-catalog";
import { Catalog } from "@/lib/access/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "The permission catalog, the built-in roles and the apps",
  description: "What roles and API tokens can name, with a line on each.",
  reach: "anyone",
  response: Catalog,
  handle: () => getCatalog(),
});
