import type { ComponentType } from "react";
import { shownText } from "@/lib/ui/tables/grid/cells";
import type { Column, Value } from "@/lib/ui/tables/grid/types";
import { type ColumnView, isEmpty, linkText, lookOf, TYPES } from "@/lib/ui/values/catalog";
import classes from "./cell-view.module.css";
import shared from "./grid.module.css";

function Option({ column, value }: { column: Column; value: string }) {
  const option = column.options.find((each) => each.value === value);
  return (
    <span className={classes.option} data-color={option?.color ?? "gray"}>
      {option?.label ?? value}
    </span>
  );
}

type Props = { column: Column; value: Value | undefined };

function Text({ column, value }: Props) {
  return <bdi>{shownText(column, value)}</bdi>;
}

function Options({ column, value }: Props) {
  if (!Array.isArray(value)) return <Option column={column} value={String(value)} />;
  return (
    <span className={classes.options}>
      {value.map((each) => (
        <Option key={each} column={column} value={each} />
      ))}
    </span>
  );
}

function CellLink({ column, value }: Props) {
  const text = String(value);
  const href = lookOf(column.type).linkOf(text);
  if (href === null) return <Text column={column} value={value} />;
  return (
    // Opened from its cell by Ctrl+Enter: a grid is a single stop of the Tab key.
    <a
      href={href}
      tabIndex={-1}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={classes.link}
      draggable={false}
    >
      <bdi>{linkText(text)}</bdi>
    </a>
  );
}

const VIEWS: Record<ColumnView, ComponentType<Props>> = {
  text: Text,
  number: ({ column, value }) => shownText(column, value),
  options: Options,
  link: CellLink,
  check: ({ value }) => (
    <span className={classes.box} data-on={value === true || undefined}>
      <span className={shared.unseen}>{value === true ? "Yes" : "No"}</span>
    </span>
  ),
};

/** A cell's display. Strangers' text is shown as text only; links lead to the web and to mail only. */
export function CellView(props: Props) {
  const { view } = TYPES[props.column.type];
  const Shown = VIEWS[view];
  // A checkbox without a value is drawn as not ticked.
  return isEmpty(props.value) && view !== "check" ? null : <Shown {...props} />;
}
