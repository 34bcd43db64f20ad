import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { autoScrollWindowForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { attachClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge";
import { extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge";

type Parts = { row: HTMLElement; handle: HTMLElement; id: string };
type Told = {
  drop: (id: string, over: string, edge: string | null) => void;
  /** Called with the row's edge at which the dragged row would be inserted. */
  onEdge: (edge: string | null) => void;
  onDrag: (isDragged: boolean) => void;
};

/**
 * Makes a row draggable by its handle, and lets others be dropped above and below it, until the returned function is
 * called.
 */
export function makeDraggable({ row, handle, id }: Parts, { drop, onEdge, onDrag }: Told): () => void {
  return combine(
    draggable({
      element: row,
      dragHandle: handle,
      getInitialData: () => ({ ruleId: id }),
      onDragStart: () => onDrag(true),
      onDrop: () => onDrag(false),
    }),
    dropTargetForElements({
      element: row,
      canDrop: ({ source }) => typeof source.data.ruleId === "string",
      getData: ({ input }) =>
        attachClosestEdge({ overRuleId: id }, { input, element: row, allowedEdges: ["top", "bottom"] }),
      onDrag: ({ self, source }) => onEdge(source.data.ruleId === id ? null : extractClosestEdge(self.data)),
      onDragLeave: () => onEdge(null),
      onDrop: ({ self, source }) => {
        onEdge(null);
        if (source.data.ruleId !== id) drop(String(source.data.ruleId), id, extractClosestEdge(self.data));
      },
    }),
  );
}

/** Scrolls the page when something is dragged to its edge, until the returned function is called. */
export function scrollWhileDragging(): () => void {
  return autoScrollWindowForElements();
}
