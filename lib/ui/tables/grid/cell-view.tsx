import { isEmpty, safeLink, shownText } from "@/lib/ui/tables/grid/cells";
import type { Column, Value } from "@/lib/ui/tables/grid/types";
import classes from "./grid.module.css";

function Option({ column, value }: { column: Column; value: string }) {
  const option = column.options.find((each) => each.value === value);
  return (
    <span className={classes.option} data-color={option?.color ?? "gray"}>
      {option?.label ?? value}
    </span>
  );
}

type Props = { column: Column; value: Value | undefined };

/** A cell as it is read. What strangers wrote is text and nothing else; links go to the web and to mail only. */
export function CellView({ column, value }: Props) {
  if (column.type === "checkbox") {
    return (
      <span className={classes.box} data-on={value === true || undefined}>
        <span className={classes.unseen}>{value === true ? "Yes" : "No"}</span>
      </span>
    );
  }
  if (isEmpty(value)) return null;
  if (Array.isArray(value)) {
    return (
      <span className={classes.options}>
        {value.map((each) => (
          <Option key={each} column={column} value={each} />
        ))}
      </span>
    );
  }
  if (typeof value !== "string") return shownText(column, value);
  if (column.type === "select") return <Option column={column} value={value} />;
  const link = column.type === "email" ? `mailto:${value}` : column.type === "url" ? safeLink(value) : null;
  if (link === null) return <bdi>{shownText(column, value)}</bdi>;
  return (
    // Reached from its cell by Ctrl+Enter: a grid is one stop of the Tab key.
    <a
      href={link}
      tabIndex={-1}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={classes.link}
      draggable={false}
    >
      <bdi>{value.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "")}</bdi>
    </a>
  );
}
