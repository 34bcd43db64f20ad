import { pageOf } from "@/lib/http/route";
import { workspaceRoute } from "@/lib/http/workspace-route";
import { listProductEvents } from "@/lib/ingestion/list-product-events";
import { ProductEvent, ProductEventQuery } from "@/lib/ingestion/schema";
import { WorkspaceParams } from "@/lib/workspaces/schema";

export const GET = workspaceRoute({
  summary: "Product events of a workspace, newest first",
  permission: "can_manage_integrations",
  params: WorkspaceParams,
  query: ProductEventQuery,
  response: pageOf(ProductEvent),
  handle: ({ scope, query }) => listProductEvents(scope, query),
});
