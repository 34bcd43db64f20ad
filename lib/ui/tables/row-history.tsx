import { Button, Text } from "@mantine/core";
import { HISTORY_TEXT_CHARS_MAX } from "@/lib/tables/limits";
import { notifyFailure } from "@/lib/ui/api/failure";
import { SideDrawer } from "@/lib/ui/kit/dialogs/side-drawer";
import { Rows } from "@/lib/ui/kit/lists/rows";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { shownText } from "@/lib/ui/tables/grid/cells";
import type { Row, Value } from "@/lib/ui/tables/grid/types";
import { type RowHistoryEntry, type Table, useChangeRow, useRowHistory } from "@/lib/ui/tables/queries";
import { isEmpty } from "@/lib/ui/values/catalog";
import classes from "./tables.module.css";

const DONE: Record<RowHistoryEntry["type"], string> = {
  created: "added the row",
  updated: "changed it",
  deleted: "deleted it",
  restored: "restored it",
};

/** Who made a change: a person, a visitor by the link's name, a file or a form. */
function actorOf({ actor_kind, actor_name, share_link_name }: RowHistoryEntry): string {
  switch (actor_kind) {
    case "developer":
      return actor_name ?? "Somebody who left";
    case "link":
      return share_link_name
        ? `A visitor, by the link “${share_link_name}”,`
        : "A visitor, by a link without a name,";
    case "import":
      return actor_name === null ? "An import" : `${actor_name}, by import,`;
    case "form":
      return "A form";
  }
}

/** A long text that the history shows only in part: restoring it would lose the rest. */
function isCut(value: Value): boolean {
  return typeof value === "string" && value.length >= HISTORY_TEXT_CHARS_MAX && value.endsWith("…");
}

function Said({ table, field, value }: { table: Table; field: string; value: Value }) {
  const column = table.columns.find(({ key }) => key === field);
  return isEmpty(value) || !column ? (
    <Text span c="dimmed" inherit>
      nothing
    </Text>
  ) : (
    <bdi>{shownText(column, value)}</bdi>
  );
}

type EntryProps = {
  table: Table;
  entry: RowHistoryEntry;
  onRestore: ((values: Row["values"]) => void) | null;
};

function Entry({ table, entry, onRestore }: EntryProps) {
  const columns = new Map(table.columns.map((column) => [column.key, column]));
  const before = Object.fromEntries(
    entry.changes
      .filter(({ field, old }) => columns.get(field)?.is_archived === false && !isCut(old))
      .map(({ field, old }) => [field, old]),
  );
  return (
    <li className={classes.event}>
      <p>
        <strong>
          <bdi>{actorOf(entry)}</bdi>
        </strong>{" "}
        {DONE[entry.type]}
        <Text span size="sm" c="dimmed">
          {" "}
          · <RelativeTime at={entry.created_at} />
        </Text>
      </p>
      {entry.changes.length > 0 ? (
        <dl className={classes.changes}>
          {entry.changes.map(({ field, old, new: now }) => (
            <div key={field}>
              <dt>
                <bdi>{columns.get(field)?.name ?? field}</bdi>
              </dt>
              <dd>
                {entry.type === "created" ? null : (
                  <>
                    <Said table={table} field={field} value={old} /> →{" "}
                  </>
                )}
                <Said table={table} field={field} value={now} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {onRestore && entry.type === "updated" && Object.keys(before).length > 0 ? (
        <Button size="compact-xs" variant="default" onClick={() => onRestore(before)}>
          Restore the previous value
        </Button>
      ) : null}
    </li>
  );
}

type Props = {
  table: Table;
  rowId: string;
  /** The row as it was when its history was opened; null if only the address names it. */
  row: Row | null;
  mayEdit: boolean;
  isOpen: boolean;
  onClose: () => void;
  onChanged: () => void;
};

function History({ table, rowId, mayEdit, onChanged }: Omit<Props, "isOpen" | "onClose" | "row">) {
  const history = useRowHistory(table.id, rowId);
  const change = useChangeRow(table.id);
  const restore = (values: Row["values"]) =>
    change.mutate(
      { rowId, values },
      {
        onSuccess: onChanged,
        onError: (error) => notifyFailure("It stays as it is", error),
      },
    );
  return (
    <Rows
      list={history}
      what="history"
      expected={4}
      empty={null}
      renderAll={(entries) => (
        <ol className={classes.events} aria-label="History, newest first">
          {entries.map((entry) => (
            <Entry key={entry.id} table={table} entry={entry} onRestore={mayEdit ? restore : null} />
          ))}
        </ol>
      )}
    />
  );
}

/** A row's history: who changed what, when, from what to what; values can be restored. */
export default function RowHistoryDrawer({ isOpen, onClose, row, ...rest }: Props) {
  const { table, rowId } = rest;
  const [first] = table.columns;
  const name = row && first ? shownText(first, row.values[first.key]) : "";
  return (
    <SideDrawer
      isOpen={isOpen}
      onClose={onClose}
      title={name === "" ? "History of the row" : `History of ${name}`}
      size="28rem"
    >
      {rowId === "" ? null : <History key={rowId} {...rest} />}
    </SideDrawer>
  );
}
