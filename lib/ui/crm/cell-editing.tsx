import { useRef, useState } from "react";
import type { EditedCell } from "@/lib/ui/crm/cell-editor";
import type { Attribute, CrmRecord } from "@/lib/ui/crm/queries";
import { IconPencil } from "@/lib/ui/icons";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import classes from "./record-table.module.css";

const CellEditor = lazyPart(() => import("@/lib/ui/crm/cell-editor"));

/** Begins to edit the cell of a record's value. */
export type EditCell = (record: CrmRecord, attribute: Attribute, cell: Element) => void;

type PencilProps = { record: CrmRecord; attribute: Attribute; title: string; onEdit: EditCell };

/** The button in a cell that begins to edit it. The arrow keys lead to it: by Tab they would be too many. */
export function Pencil({ record, attribute, title, onEdit }: PencilProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`mantine-focus-auto ${classes.pencil}`}
      aria-label={`Change ${attribute.name} of ${title}`}
      data-edits={attribute.slug}
      onPointerEnter={CellEditor.ahead}
      onFocus={CellEditor.ahead}
      onClick={({ currentTarget }) =>
        onEdit(record, attribute, currentTarget.closest("th, td") ?? currentTarget)
      }
    >
      <IconPencil size={14} stroke={1.75} aria-hidden="true" />
    </button>
  );
}

/**
 * The cell that is edited. It belongs to the panel around the list, which stays: while somebody types, the row may leave
 * the list, and so may the last of all rows.
 */
export function useCellEditing() {
  const panel = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<EditedCell | null>(null);
  const edit: EditCell = (record, attribute, cell) => {
    const outer = panel.current?.getBoundingClientRect();
    if (!outer) return;
    const { left, top, width, height } = cell.getBoundingClientRect();
    const box = { left: left - outer.left, top: top - outer.top, width, height };
    setEdited({ record, attribute, box });
  };
  const close = () => {
    setEdited(null);
    const row = edited && panel.current?.querySelector(`[data-record="${edited.record.id}"]`)?.closest("tr");
    const pencil = row?.querySelector<HTMLElement>(`[data-edits="${edited?.attribute.slug}"]`);
    (pencil ?? panel.current?.querySelector("section"))?.focus();
  };
  const editor = edited ? (
    <CellEditor key={`${edited.record.id} ${edited.attribute.slug}`} {...edited} onClose={close} />
  ) : null;
  return { panel, edit, editor };
}
