import { IconPlus } from "@/lib/ui/icons";
import { countOf } from "@/lib/ui/kit/words/counts";
import controls from "@/lib/ui/light-kit/controls.module.css";
import { sentenceOf } from "@/lib/ui/tables/grid/grid-words";
import type { Column, Value } from "@/lib/ui/tables/grid/types";
import type { Snapshot } from "@/lib/ui/tables/grid/unsaved";
import classes from "./grid.module.css";

export type Message = { text: string; canUndo?: boolean };

type Props = {
  state: Snapshot;
  columns: readonly Column[];
  /** How many whole rows are selected. */
  picked: number;
  onAdd: (() => void) | null;
  onHistory: (() => void) | undefined;
  onRemove: (() => void) | null;
  message: Message | null;
  onUndo: () => void;
  onSave: () => void;
  onDiscard: () => void;
};

const LOST_CHARS_MAX = 40;

/** That something was not saved because its column was archived or deleted meanwhile; what, if it is a text. */
function lostWords(value: Value): string {
  if (typeof value !== "string" || value === "") return "Not saved: the column is gone.";
  const text = value.length > LOST_CHARS_MAX ? `${value.slice(0, LOST_CHARS_MAX)}…` : value;
  return `“${text}” was not saved: its column is gone.`;
}

/** The line below a grid: actions on the selected rows, and the state of saving. */
export function Foot(props: Props) {
  const { state, columns, picked, onAdd, onHistory, onRemove, message, onUndo, onSave, onDiscard } = props;
  const [firstFault] = Array.from(state.faults.values()).flatMap((faults) => Object.entries(faults));
  return (
    <div className={classes.foot}>
      {onAdd ? (
        <button type="button" className={controls.button} onClick={onAdd}>
          <IconPlus size={16} stroke={2} aria-hidden="true" />
          New row
        </button>
      ) : null}
      {picked > 0 ? (
        <span className={classes.picked} role="toolbar" aria-label="The selected rows">
          <span>{countOf(picked, "row")} selected</span>
          {picked === 1 && onHistory ? (
            <button type="button" className={controls.button} onClick={onHistory}>
              History
            </button>
          ) : null}
          {onRemove ? (
            <button type="button" className={controls.button} onClick={onRemove}>
              Delete
            </button>
          ) : null}
        </span>
      ) : null}
      <span className={classes.room} />
      <span role="status" className={classes.status}>
        {message ? (
          <>
            {message.text}
            {message.canUndo ? (
              <button type="button" className={controls.button} onClick={onUndo}>
                Undo
              </button>
            ) : null}
          </>
        ) : state.saveFailure ? (
          <span className={controls.bad}>Not saved: {sentenceOf(state.saveFailure)}</span>
        ) : state.lost ? (
          <span className={controls.bad}>{lostWords(state.lost.value)}</span>
        ) : firstFault ? (
          <span className={controls.bad}>
            Not saved: {columns.find(({ key }) => key === firstFault[0])?.name}: {firstFault[1]}
          </span>
        ) : state.unsavedCount > 0 ? (
          "Saving…"
        ) : null}
      </span>
      {state.saveFailure ? (
        <>
          <button type="button" className={controls.button} onClick={onSave}>
            Try again
          </button>
          <button type="button" className={controls.button} onClick={onDiscard}>
            Discard
          </button>
        </>
      ) : null}
      {state.count === null ? null : <span className={classes.count}>{countOf(state.count, "row")}</span>}
    </div>
  );
}
