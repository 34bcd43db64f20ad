import { countProductEvents } from "@/lib/ingestion/count-product-events";
import { ProductEventCounts, ProductEventCountsQuery } from "@/lib/ingestion/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Product events counted by type, hour by hour or day by day in the reader's zone",
  permission: "can_manage_integrations",
  query: ProductEventCountsQuery,
  response: ProductEventCounts,
  handle: ({ scope, query }) => countProductEvents(scope, query),
});
