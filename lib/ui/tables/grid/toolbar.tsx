import { type ReactNode, useEffect, useState } from "react";
import { IconArrowBackUp, IconArrowForwardUp, IconColumns3, IconDownload, IconFilter } from "@/lib/ui/icons";
import controls from "@/lib/ui/light-kit/controls.module.css";
import classes from "./grid.module.css";

const TYPING_MS = 250;

type Props = {
  search: string;
  onSearch: (search: string) => void;
  /** The number of conditions in the filter. */
  conditions: number;
  isFiltering: boolean;
  onFilter: () => void;
  /** When it is about to be opened. */
  onFilterAhead: () => void;
  hiddenColumns: number;
  isArranging: boolean;
  /** Opens the list of columns, anchored to the button. */
  onColumns: (anchor: HTMLElement) => void;
  hasColumns: boolean;
  /** Null if nothing can be changed. */
  history: { canUndo: boolean; canRedo: boolean; undo: () => void; redo: () => void } | null;
  onExport: (() => void) | null;
  /** Further buttons. */
  tools: ReactNode;
};

/** The bar above a grid: search, filter, columns, undo, export. */
export function Toolbar(props: Props) {
  const {
    search: given,
    onSearch,
    conditions,
    isFiltering,
    onFilter,
    onFilterAhead,
    hiddenColumns,
    isArranging,
  } = props;
  const { onColumns, hasColumns, history, onExport, tools } = props;
  const [text, setText] = useState(given);
  useEffect(() => {
    setText(given);
  }, [given]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the typing pauses
  useEffect(() => {
    const search = text.trim();
    if (search === given) return;
    const timer = setTimeout(() => onSearch(search), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className={classes.toolbar}>
      <input
        type="search"
        className={`${controls.field} ${classes.search}`}
        aria-label="Search the rows"
        placeholder="Search"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <button
        type="button"
        className={controls.button}
        aria-expanded={isFiltering}
        onPointerEnter={onFilterAhead}
        onFocus={onFilterAhead}
        disabled={!hasColumns}
        onClick={onFilter}
      >
        <IconFilter size={16} stroke={1.75} aria-hidden="true" />
        Filter
        {conditions > 0 ? <span className={classes.badge}>{conditions}</span> : null}
      </button>
      <button
        type="button"
        className={controls.button}
        aria-haspopup="dialog"
        aria-expanded={isArranging}
        disabled={!hasColumns}
        onClick={(event) => onColumns(event.currentTarget)}
      >
        <IconColumns3 size={16} stroke={1.75} aria-hidden="true" />
        Columns
        {hiddenColumns > 0 ? <span className={classes.badge}>{hiddenColumns} hidden</span> : null}
      </button>
      {history ? (
        <>
          <button
            type="button"
            className={controls.iconButton}
            aria-label="Undo"
            title="Undo (Ctrl+Z)"
            disabled={!history.canUndo}
            onClick={history.undo}
          >
            <IconArrowBackUp size={16} stroke={1.75} aria-hidden="true" />
          </button>
          <button
            type="button"
            className={controls.iconButton}
            aria-label="Redo"
            title="Redo (Ctrl+Shift+Z)"
            disabled={!history.canRedo}
            onClick={history.redo}
          >
            <IconArrowForwardUp size={16} stroke={1.75} aria-hidden="true" />
          </button>
        </>
      ) : null}
      <span className={classes.room} />
      {onExport ? (
        <button type="button" className={controls.button} onClick={onExport}>
          <IconDownload size={16} stroke={1.75} aria-hidden="true" />
          Export CSV
        </button>
      ) : null}
      {tools}
    </div>
  );
}
