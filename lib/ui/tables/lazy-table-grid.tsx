import { Skeleton } from "@mantine/core";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";

const load = () => import("@/lib/ui/tables/grid/table-grid");

/** Starts loading the grid before it is drawn. */
export function loadTableGrid(): void {
  // Drawing the grid retries.
  load().catch(() => undefined);
}

/** The grid, loaded after the page around it. */
export const LazyTableGrid = lazyPart(
  load,
  <div role="status" aria-label="Loading the rows">
    <Skeleton height={34} width={280} radius="md" mb="sm" />
    <Skeleton height={360} radius="lg" />
  </div>,
);
