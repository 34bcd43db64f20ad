import { Button, Text } from "@mantine/core";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";
import type { Table, TableColumn } from "@/lib/ui/tables/queries";
import { TYPES } from "@/lib/ui/values/catalog";
import classes from "./tables.module.css";

type Props = {
  table: Table;
  isOpen: boolean;
  onClose: () => void;
  onRestore: (column: TableColumn) => void;
};

/** Archived columns with some of their values, which can be restored. */
export default function ArchivedColumns({ table, isOpen, onClose, onRestore }: Props) {
  const archived = table.columns.filter(({ is_archived }) => is_archived);
  return (
    <ModalDialog isOpen={isOpen} onClose={onClose} title="Archived columns">
      <Text size="sm" c="dimmed" mb="sm">
        {archived.length === 0
          ? "None: all columns are in use."
          : "Their values are kept. Share links don't show them."}
      </Text>
      <ul className={classes.links} aria-label="Archived columns">
        {archived.map((column) => (
          <li key={column.key} className={classes.deleted}>
            <Text size="sm">
              <bdi>{column.name}</bdi>{" "}
              <Text span c="dimmed" inherit>
                · {TYPES[column.type].label}
              </Text>
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Bring ${column.name} back`}
              onClick={() => onRestore(column)}
            >
              Bring back
            </Button>
          </li>
        ))}
      </ul>
    </ModalDialog>
  );
}
