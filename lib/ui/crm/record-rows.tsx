import { Button, Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { RECORDS_PER_SELECTION_MAX } from "@/lib/crm/records/limits";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { type EditCell, Pencil } from "@/lib/ui/crm/cell-editing";
import { objectPath, useOpenObject } from "@/lib/ui/crm/crm-frame";
import type { Attribute, CrmRecord } from "@/lib/ui/crm/queries";
import { QuickAdd } from "@/lib/ui/crm/quick-add";
import { ValueView } from "@/lib/ui/crm/value-view";
import { titleAttribute, titleOf } from "@/lib/ui/crm/wording";
import { IconArrowDown, IconArrowUp } from "@/lib/ui/icons";
import { keptScroll } from "@/lib/ui/kit/lists/kept-scroll";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { lookOf } from "@/lib/ui/values/catalog";
import shared from "./crm.module.css";
import classes from "./record-table.module.css";

const SCROLLS = `${shared.scroll} ${classes.rows}`;

const isNumber = ({ type }: Attribute) => lookOf(type).view === "number";

type SortProps = {
  sort: string;
  by: string;
  isNumber?: boolean;
  isTitle?: boolean;
  onSort: (sort: string) => void;
  children: ReactNode;
};

function SortedHead({ sort, by, isNumber = false, isTitle = false, onSort, children }: SortProps) {
  const order = sort === by ? "ascending" : sort === `-${by}` ? "descending" : "none";
  const Icon = order === "descending" ? IconArrowDown : IconArrowUp;
  return (
    <th
      className={isTitle ? classes.titleHead : undefined}
      aria-sort={order}
      data-number={isNumber || undefined}
    >
      <button
        type="button"
        className={`mantine-focus-auto ${classes.sorter}`}
        onClick={({ currentTarget }) => {
          // Whoever sorts wants to see what comes first.
          currentTarget.closest("section")?.scrollTo({ top: 0 });
          onSort(order === "ascending" ? `-${by}` : by);
        }}
      >
        {children}
        <Icon size={13} stroke={2} aria-hidden="true" data-shown={order !== "none" || undefined} />
      </button>
    </th>
  );
}

type RowProps = {
  record: CrmRecord;
  /** What the record is named by. */
  named: Attribute | null;
  attributes: readonly Attribute[];
  isSelected: boolean;
  onSelect: ((isSelected: boolean) => void) | null;
  onEdit: EditCell | null;
  restore: (() => void) | null;
};

function Row({ record, named, attributes, isSelected, onSelect, onEdit, restore }: RowProps) {
  const { slug } = useWorkspace();
  const title = titleOf(record);
  return (
    <tr className={classes.row} data-selected={isSelected || undefined}>
      {onSelect ? (
        <td className={classes.checkCell}>
          <Checkbox
            size="xs"
            aria-label={`Select ${title}`}
            data-selects
            checked={isSelected}
            onChange={(event) => onSelect(event.currentTarget.checked)}
          />
        </td>
      ) : null}
      <th scope="row" className={classes.titleCell}>
        <Link
          href={objectPath(slug, record.object, record.id)}
          className={page.link}
          data-record={record.id}
          data-opens
        >
          {title}
        </Link>
        {onEdit && named ? <Pencil record={record} attribute={named} title={title} onEdit={onEdit} /> : null}
      </th>
      {attributes.map((attribute) => (
        <td key={attribute.slug} data-number={isNumber(attribute) || undefined}>
          <span className={classes.cell}>
            <ValueView
              attribute={attribute}
              value={record.values[attribute.slug] ?? null}
              labels={record.labels}
            />
          </span>
          {onEdit ? <Pencil record={record} attribute={attribute} title={title} onEdit={onEdit} /> : null}
        </td>
      ))}
      <td className={classes.timeCell}>
        {restore ? (
          <Button size="compact-xs" variant="default" aria-label={`Restore ${title}`} onClick={restore}>
            Restore
          </Button>
        ) : (
          <RelativeTime at={record.created_at} />
        )}
      </td>
    </tr>
  );
}

/** A row's link and pencils. */
const STOPS = "[data-record], [data-edits]";
const STEPS: Record<string, readonly [rows: number, cells: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** Those that show: where nothing hovers, the pencils don't. */
const stopsOf = (row: Element) =>
  Array.from(row.querySelectorAll<HTMLElement>(STOPS)).filter((stop) => stop.getClientRects().length > 0);

/** Moves the focus by rows and cells. @returns whether there was somewhere to go */
function moveFocus(from: HTMLElement, [rows, cells]: readonly [rows: number, cells: number]): boolean {
  const row = from.closest("tr");
  if (!row) return false;
  const all = Array.from(row.parentElement?.children ?? []).filter((each) => each.querySelector(STOPS));
  const bounded = <T,>(list: readonly T[], at: number) => list[Math.min(Math.max(at, 0), list.length - 1)];
  const to = bounded(all, all.indexOf(row) + rows) ?? row;
  const stop = bounded(stopsOf(to), stopsOf(row).indexOf(from) + cells);
  stop?.focus();
  return stop !== from;
}

type Props = {
  /** At least one. */
  items: readonly CrmRecord[];
  /** The columns besides the title. */
  columns: readonly Attribute[];
  sort: string;
  onSort: (sort: string) => void;
  /** The ids of the selected records. */
  selected: ReadonlySet<string>;
  /** Null if selecting has no use. */
  onSelect: ((selected: ReadonlySet<string>) => void) | null;
  /** Null for readers who may not change records. */
  onEdit: EditCell | null;
  isDeleted: boolean;
  onRestore: ((record: CrmRecord) => void) | null;
};

/** Records as rows with sortable headers. The arrows move between rows and cells, which can be edited in place. */
export function RecordRows(props: Props) {
  const { items, columns, sort, onSort, selected, onSelect, onEdit, isDeleted, onRestore } = props;
  const object = useOpenObject();
  const title = titleAttribute(object);
  const chosen = items.filter((record) => selected.has(record.id));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={keptScroll} className={SCROLLS} aria-label={object.plural_name} tabIndex={0}>
      <table
        className={classes.table}
        onKeyDown={(event) => {
          if (!(event.target instanceof HTMLElement) || !event.target.matches(STOPS)) return;
          if (event.key === "F2") {
            event.target.closest("th, td")?.querySelector<HTMLElement>("[data-edits]")?.click();
          }
          const step = STEPS[event.key];
          // Where they lead nowhere, the keys scroll.
          if (step !== undefined && moveFocus(event.target, step)) event.preventDefault();
        }}
      >
        <thead>
          <tr>
            {onSelect ? (
              <th className={classes.checkCell}>
                <Checkbox
                  size="xs"
                  aria-label={`Select the first ${RECORDS_PER_SELECTION_MAX} that are shown`}
                  checked={
                    chosen.length > 0 && chosen.length === Math.min(items.length, RECORDS_PER_SELECTION_MAX)
                  }
                  indeterminate={chosen.length > 0 && chosen.length < items.length}
                  onChange={(event) =>
                    onSelect(
                      new Set(
                        event.currentTarget.checked
                          ? items.slice(0, RECORDS_PER_SELECTION_MAX).map((record) => record.id)
                          : [],
                      ),
                    )
                  }
                />
              </th>
            ) : null}
            {title ? (
              <SortedHead sort={sort} by={title.slug} isTitle onSort={onSort}>
                {title.name}
              </SortedHead>
            ) : (
              <th className={classes.titleHead}>{object.singular_name}</th>
            )}
            {columns.map((attribute) => (
              <SortedHead
                key={attribute.slug}
                sort={sort}
                by={attribute.slug}
                isNumber={isNumber(attribute)}
                onSort={onSort}
              >
                {attribute.name}
              </SortedHead>
            ))}
            {isDeleted ? (
              <th aria-label="Restore" />
            ) : (
              <SortedHead sort={sort} by="created_at" onSort={onSort}>
                Created
              </SortedHead>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((record) => (
            <Row
              key={record.id}
              record={record}
              named={title}
              attributes={columns}
              isSelected={selected.has(record.id)}
              onSelect={
                onSelect
                  ? (isSelected) => {
                      const next = new Set(selected);
                      if (isSelected) next.add(record.id);
                      else next.delete(record.id);
                      onSelect(next);
                    }
                  : null
              }
              onEdit={onEdit}
              restore={onRestore && (() => onRestore(record))}
            />
          ))}
          {onSelect ? <QuickAdd columns={columns.length + 3} /> : null}
        </tbody>
      </table>
    </section>
  );
}
