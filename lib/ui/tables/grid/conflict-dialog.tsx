"use client";

import { useEffect, useRef } from "react";
import { isEmpty, shownText } from "@/lib/ui/tables/grid/cells";
import type { Conflict } from "@/lib/ui/tables/grid/row-store";
import type { Column, Row, Value } from "@/lib/ui/tables/grid/types";
import classes from "./grid.module.css";

type Props = {
  conflicts: readonly Conflict[];
  columns: readonly Column[];
  rowOf: (rowId: string) => Row | undefined;
  onSettle: (conflict: Conflict, isMine: boolean) => void;
};

function Side({ column, value }: { column: Column | undefined; value: Value }) {
  return isEmpty(value) || !column ? <em>empty</em> : <bdi>{shownText(column, value)}</bdi>;
}

/** Two changed one cell at once: shows what each wrote, and lets the reader choose. */
export function ConflictDialog({ conflicts, columns, rowOf, onSettle }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [conflict] = conflicts;
  const isOpen = conflict !== undefined;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const column = columns.find(({ key }) => key === conflict?.key);
  const [first] = columns;
  const row = conflict && rowOf(conflict.rowId);
  const name = first && row && first !== column ? shownText(first, row.values[first.key]) : "";
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby="conflict-title"
      // There is no way past the choice: either side would be lost without a word.
      onCancel={(event) => event.preventDefault()}
    >
      {conflict ? (
        <>
          <h2 id="conflict-title">Somebody changed this cell too</h2>
          <p>
            <strong>
              <bdi>{column?.name ?? conflict.key}</bdi>
            </strong>
            {name === "" ? "" : " of "}
            <bdi>{name}</bdi> was changed while you were at it. Which of the two shall stay?
          </p>
          <div className={classes.sides}>
            <button type="button" className={classes.side} onClick={() => onSettle(conflict, true)}>
              <span>Keep mine</span>
              <strong>
                <Side column={column} value={conflict.mine} />
              </strong>
            </button>
            <button type="button" className={classes.side} onClick={() => onSettle(conflict, false)}>
              <span>Keep theirs</span>
              <strong>
                <Side column={column} value={conflict.theirs} />
              </strong>
            </button>
          </div>
          {conflicts.length > 1 ? (
            <p className={classes.hint}>{conflicts.length - 1} more after this one.</p>
          ) : null}
        </>
      ) : null}
    </dialog>
  );
}
