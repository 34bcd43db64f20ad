"use client";

import { Skeleton } from "@mantine/core";
import { type ComponentProps, lazy, Suspense } from "react";
import type Loaded from "@/lib/ui/tables/grid/table-grid";

const load = () => import("@/lib/ui/tables/grid/table-grid");
const TableGrid = lazy(load);

/** Starts loading the grid before it is drawn. */
export function loadTableGrid(): void {
  // Drawing the grid retries.
  load().catch(() => undefined);
}

/** The grid, loaded after the page around it. */
export function LazyTableGrid(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense
      fallback={
        <div role="status" aria-label="Loading the rows">
          <Skeleton height={34} width={280} radius="md" mb="sm" />
          <Skeleton height={360} radius="lg" />
        </div>
      }
    >
      <TableGrid {...props} />
    </Suspense>
  );
}
