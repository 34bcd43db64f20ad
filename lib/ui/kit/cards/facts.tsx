import { Code } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyIcon } from "@/lib/ui/kit/copy/copy-icon";
import classes from "./facts.module.css";

/** Facts about one thing: side by side where there is room, or, as a list, one below the other. */
export function Facts({ isList = false, children }: { isList?: boolean; children: ReactNode }) {
  return <dl className={isList ? classes.list : classes.facts}>{children}</dl>;
}

/** One fact. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** An id or the like, with a button that copies it. */
export function CopyValue({ value, label }: { value: string; label: string }) {
  return (
    <span className={classes.copyable}>
      <Code className={classes.value ?? ""}>{value}</Code>
      <CopyIcon value={value} label={`Copy ${label}`} />
    </span>
  );
}
