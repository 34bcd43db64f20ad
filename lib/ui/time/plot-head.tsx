import type { ReactNode } from "react";
import classes from "./plot-head.module.css";

/** The heading of a plot, with what changes it beside it. */
export function PlotHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.head}>
      <h2 className={classes.label}>{title}</h2>
      {children}
    </div>
  );
}
