import type { ReactNode } from "react";
import classes from "./docs.module.css";
import { Prose } from "./prose";

/** Paragraphs of a guide, with code and bold words marked as in Markdown. */
export function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <p key={text} className={classes.paragraph}>
      <Prose text={text} />
    </p>
  ));
}

/** A section of a guide; its heading can be linked to by `id`. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={classes.overview}>
      <h2 id={id} className={classes.overviewTitle}>
        {title}
      </h2>
      {children}
    </section>
  );
}
