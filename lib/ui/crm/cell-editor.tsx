import { Popover } from "@mantine/core";
import { useRef } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import { type Attribute, type CrmRecord, useUpdateRecord } from "@/lib/ui/crm/queries";
import { ValueEditor } from "@/lib/ui/crm/value-editor";
import { titleOf } from "@/lib/ui/crm/wording";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import classes from "./record-table.module.css";

/** A cell that is edited, and its place in the panel around the list in pixels. */
export type EditedCell = {
  record: CrmRecord;
  attribute: Attribute;
  box: { left: number; top: number; width: number; height: number };
};

const WIDTH_MIN = 288;

/** Edits one value of a list's record over its cell. Clicking elsewhere saves, as in other tables. */
export default function CellEditor({
  record,
  attribute,
  box,
  onClose,
}: EditedCell & { onClose: () => void }) {
  const update = useUpdateRecord(record.object, record.id);
  const dropdown = useRef<HTMLDivElement>(null);
  const title = titleOf(record);
  const takeBack = (saved: CrmRecord, before: CrmRecord) => {
    const values = { [attribute.slug]: before.values[attribute.slug] ?? null };
    update
      .mutateAsync({ values, base: saved })
      .catch((error: unknown) => notifyFailure(`${attribute.name} of ${title} was not changed back`, error));
  };
  return (
    <Popover
      opened
      width={Math.max(box.width, WIDTH_MIN)}
      position="bottom-start"
      offset={-box.height}
      shadow="md"
      trapFocus
      withOverlay
      overlayProps={{
        backgroundOpacity: 0,
        onClick: () => dropdown.current?.querySelector("form")?.requestSubmit(),
      }}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withRoles={false}
    >
      <Popover.Target>
        <span className={classes.edited} style={box} />
      </Popover.Target>
      <Popover.Dropdown
        ref={dropdown}
        className={classes.cellEditor}
        role="dialog"
        aria-label={`${attribute.name} of ${title}`}
      >
        <ValueEditor
          record={record}
          attribute={attribute}
          onClose={onClose}
          onSaved={(saved, before) =>
            notifyUndoable(`${attribute.name} of ${title} changed`, () => takeBack(saved, before), "cell")
          }
        />
      </Popover.Dropdown>
    </Popover>
  );
}
