import type { ReactNode } from "react";
import classes from "./danger-rows.module.css";

/** What should not be done by accident, one below the other. */
export function DangerRows({ children }: { children: ReactNode }) {
  return <div className={classes.rows}>{children}</div>;
}

type Props = { title: string; detail: string; action: ReactNode };

/** One such thing: what it is, what comes of it, and the button that asks again before it does it. */
export function DangerRow({ title, detail, action }: Props) {
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <h3 className={classes.title}>{title}</h3>
        <p className={classes.detail}>{detail}</p>
      </div>
      {action}
    </div>
  );
}
