import { ChooseSide } from "@/lib/ui/light-kit/choose-side";
import { shownText } from "@/lib/ui/tables/grid/cells";
import type { Column, Row, Value } from "@/lib/ui/tables/grid/types";
import type { Conflict } from "@/lib/ui/tables/grid/unsaved";
import { isEmpty } from "@/lib/ui/values/catalog";

type Props = {
  conflicts: readonly Conflict[];
  columns: readonly Column[];
  rowOf: (rowId: string) => Row | undefined;
  onSettle: (conflict: Conflict, isMine: boolean) => void;
};

function Side({ column, value }: { column: Column | undefined; value: Value }) {
  return isEmpty(value) || !column ? <em>empty</em> : <bdi>{shownText(column, value)}</bdi>;
}

/** Asks which of two values of a cell to keep, one conflict at a time. */
export default function ConflictDialog({ conflicts, columns, rowOf, onSettle }: Props) {
  const [conflict] = conflicts;
  const column = columns.find(({ key }) => key === conflict?.key);
  const [first] = columns;
  const row = conflict && rowOf(conflict.rowId);
  const name = first && row && first !== column ? shownText(first, row.values[first.key]) : "";
  return (
    <ChooseSide
      isOpen={conflict !== undefined}
      title="Somebody changed this cell too"
      what={
        <>
          <strong>
            <bdi>{column?.name ?? conflict?.key}</bdi>
          </strong>
          {name === "" ? "" : " of "}
          <bdi>{name}</bdi>
        </>
      }
      mine={conflict ? <Side column={column} value={conflict.mine} /> : null}
      theirs={conflict ? <Side column={column} value={conflict.theirs} /> : null}
      more={conflicts.length - 1}
      onChoose={(isMine) => {
        if (conflict) onSettle(conflict, isMine);
      }}
    />
  );
}
