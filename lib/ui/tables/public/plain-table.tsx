import { CellView } from "@/lib/ui/tables/grid/cell-view";
import { PAGE_ROWS } from "@/lib/ui/tables/grid/limits";
import type { Column, Row } from "@/lib/ui/tables/grid/types";
import { lookOf } from "@/lib/ui/values/catalog";
import classes from "./public.module.css";

type Props = {
  name: string;
  columns: readonly Column[];
  rows: readonly Row[];
  count: number;
  path: string;
  page: number;
};

/** The first rows of a table as plain markup: visible at once, and everything there is without scripts. */
export function PlainTable({ name, columns, rows, count, path, page }: Props) {
  const firstRow = page * PAGE_ROWS;
  const isLast = firstRow + rows.length >= count;
  return (
    <div className={classes.plain}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={name} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className={classes.unseen}>Row</span>
              </th>
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  data-number={lookOf(column.type).view === "number" || undefined}
                >
                  <bdi>{column.name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.id}>
                <th scope="row">{firstRow + index + 1}</th>
                {columns.map((column) => (
                  <td key={column.key} data-number={lookOf(column.type).view === "number" || undefined}>
                    <CellView column={column} value={row.values[column.key]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={classes.count}>
        {count === 0
          ? "No rows yet."
          : `Rows ${(firstRow + 1).toLocaleString("en")} to ${(firstRow + rows.length).toLocaleString("en")} of ${count.toLocaleString("en")}`}
      </p>
      {count > PAGE_ROWS ? (
        <noscript>
          <p className={classes.pages}>
            {page > 0 ? <a href={`${path}?page=${page - 1}`}>Rows before</a> : null}
            {isLast ? null : <a href={`${path}?page=${page + 1}`}>Rows after</a>}
          </p>
        </noscript>
      ) : null}
    </div>
  );
}
