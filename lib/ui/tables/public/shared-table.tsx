"use client";

import { type ComponentType, useEffect, useRef, useState } from "react";
import { PlainTable } from "@/lib/ui/tables/public/plain-table";
import type { SharedGridProps } from "@/lib/ui/tables/public/shared-grid";
import classes from "./public.module.css";

type Props = SharedGridProps & {
  /** The index of this page of rows, from 0. */
  page: number;
  /** This page's address, for readers without scripts. */
  path: string;
};

/**
 * A shared table: plain markup until its grid is loaded and replaces it. The markup is made here from the grid's
 * initial rows, so that they are sent only once.
 */
export function SharedTable({ page, path, ...grid }: Props) {
  const [Grid, setGrid] = useState<ComponentType<SharedGridProps> | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const isWanted = useRef(false);
  useEffect(() => {
    if (isWanted.current) return;
    isWanted.current = true;
    import("@/lib/ui/tables/public/shared-grid").then(
      (loaded) => setGrid(() => loaded.default),
      () => setHasFailed(true),
    );
  }, []);
  return (
    <div className={classes.place}>
      {Grid ? (
        <Grid {...grid} rows={page === 0 ? grid.rows : []} />
      ) : (
        <PlainTable
          name={grid.name}
          columns={grid.columns}
          rows={grid.rows}
          count={grid.count}
          path={path}
          page={page}
        />
      )}
      {hasFailed ? (
        <p role="alert">
          Only the first rows are shown: the rest of the page did not load. Load the page again to search
          {grid.isEditable ? ", sort and edit." : " and sort."}
        </p>
      ) : null}
    </div>
  );
}
