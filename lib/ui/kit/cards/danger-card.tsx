import type { ReactNode } from "react";
import { Card } from "@/lib/ui/kit/cards/card";
import classes from "./danger-card.module.css";

type CardProps = {
  /** Below an editor, as wide as that. */
  isBelowEditor?: boolean;
  children: ReactNode;
};

/** Dangerous actions, one `DangerRow` below the other. */
export function DangerCard({ isBelowEditor = false, children }: CardProps) {
  const card = (
    <Card id="danger" title="Danger zone">
      <div className={classes.rows}>{children}</div>
    </Card>
  );
  return isBelowEditor ? <div className={classes.below}>{card}</div> : card;
}

type Props = { title: string; detail: string; action: ReactNode };

/** One of them: what it is, its consequences, and a button that asks for confirmation. */
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
