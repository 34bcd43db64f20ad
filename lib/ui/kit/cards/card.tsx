import type { ReactNode } from "react";
import classes from "./card.module.css";

type Props = { id: string; title: string; note?: ReactNode; action?: ReactNode; children: ReactNode };

/** A section of a page: a heading, actions, and content. */
export function Card({ id, title, note, action, children }: Props) {
  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.header}>
        <div className={classes.heading}>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {note ? <p className={classes.note}>{note}</p> : null}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
