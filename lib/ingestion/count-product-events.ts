import type { WorkspaceScope } from "@/lib/access/authorise";
import { toSeries } from "@/lib/ingestion/rules";
import type { ProductEventCounts, ProductEventCountsQuery } from "@/lib/ingestion/schema";
import { countProductEventRows } from "@/lib/ingestion/store";

/** How many product events of each type the workspace got, hour by hour or day by day: a plot's numbers. */
export async function countProductEvents(
  scope: WorkspaceScope,
  query: ProductEventCountsQuery,
): Promise<ProductEventCounts> {
  const { buckets, rows } = await countProductEventRows(scope, query);
  return toSeries(buckets, rows);
}
