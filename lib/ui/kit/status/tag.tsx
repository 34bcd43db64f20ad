import type { ReactNode } from "react";
import classes from "./tag.module.css";

type Props = { children: ReactNode; tone?: "plain" | "accent"; isWideOnly?: boolean };

/** A word about what it stands beside: its kind, its state. */
export function Tag({ children, tone = "plain", isWideOnly = false }: Props) {
  return (
    <span className={classes.tag} data-tone={tone} data-wide-only={isWideOnly || undefined}>
      {children}
    </span>
  );
}
