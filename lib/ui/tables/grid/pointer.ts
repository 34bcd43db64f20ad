import { type MouseEvent, type PointerEvent, useRef } from "react";
import type { Place, Selection } from "@/lib/ui/tables/grid/selection";

/** The cell that an element belongs to. */
export function placeOf(target: EventTarget | null): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-row][data-column]") : null;
  return cell ? { row: Number(cell.dataset.row), column: Number(cell.dataset.column) } : null;
}

/** The row whose number an element shows. */
export function gutterOf(target: EventTarget | null): number | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-gutter]") : null;
  return cell?.dataset.gutter === undefined ? null : Number(cell.dataset.gutter);
}

type Props = {
  anchor: Place;
  active: Place;
  onSelection: (selection: Selection) => void;
  /** Selects whole rows; `keepsAnchor` extends the selection from its anchor. */
  onRows: (row: number, keepsAnchor: boolean) => void;
  /** Called on a second tap on a cell. */
  onEdit: () => void;
};

/** Selects cells and rows by mouse and touch. */
export function usePointer({ anchor, active, onSelection, onRows, onEdit }: Props) {
  const dragging = useRef<"cells" | "rows" | null>(null);
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const row = gutterOf(event.target);
    const place = placeOf(event.target);
    // Touch scrolls; what is tapped is selected by the click that follows.
    if (
      event.pointerType !== "mouse" ||
      (event.target instanceof Element && event.target.closest("a, input, textarea, [role=option], button"))
    )
      return;
    if (row !== null) {
      onRows(row, event.shiftKey);
      dragging.current = "rows";
    } else if (place !== null) {
      onSelection({ anchor: event.shiftKey ? anchor : place, active: place });
      dragging.current = "cells";
    }
  };
  const onPointerMove = (event: PointerEvent) => {
    if (dragging.current === null || event.buttons !== 1) return;
    const place = placeOf(event.target);
    const row = gutterOf(event.target) ?? place?.row;
    if (dragging.current === "rows" && row !== undefined && row !== active.row) onRows(row, true);
    if (
      dragging.current === "cells" &&
      place &&
      (place.row !== active.row || place.column !== active.column)
    ) {
      onSelection({ anchor, active: place });
    }
  };
  const onClick = ({ target, nativeEvent }: MouseEvent) => {
    const isTouch = nativeEvent instanceof globalThis.PointerEvent && nativeEvent.pointerType !== "mouse";
    if (!isTouch) return;
    const row = gutterOf(target);
    const place = placeOf(target);
    if (row !== null) onRows(row, false);
    else if (place && place.row === active.row && place.column === active.column) onEdit();
    else if (place) onSelection({ anchor: place, active: place });
  };
  const onPointerUp = () => {
    dragging.current = null;
  };
  return { onPointerDown, onPointerMove, onPointerUp, onClick };
}
