"use client";

import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import type { SharedGridProps } from "@/lib/ui/tables/public/shared-grid";
import classes from "./public.module.css";

type Props = SharedGridProps & {
  /** What stands there until the grid has come, and for good where it doesn't. */
  children: ReactNode;
};

/** A shared table: as it came from the server, until its grid is loaded and takes its place. */
export function SharedTable({ children, ...grid }: Props) {
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
      {Grid ? <Grid {...grid} /> : children}
      {hasFailed ? (
        <p role="alert">
          Only the first rows are shown: the rest of the page did not load. Load the page again to search
          {grid.isEditable ? ", sort and edit." : " and sort."}
        </p>
      ) : null}
    </div>
  );
}
