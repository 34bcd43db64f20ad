import { listProductEvents } from "@/lib/ingestion/list-product-events";
import { ProductEvent, ProductEventQuery } from "@/lib/ingestion/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Product events of a workspace, newest first",
  permission: "can_manage_integrations",
  query: ProductEventQuery,
  response: pageOf(ProductEvent),
  handle: ({ scope, query }) => listProductEvents(scope, query),
});
