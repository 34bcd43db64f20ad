import { Button, Text } from "@mantine/core";
import { ROW_RESTORE_DAYS } from "@/lib/tables/limits";
import { notifyFailure } from "@/lib/ui/api/failure";
import { IconRestore } from "@/lib/ui/icons";
import { SideDrawer } from "@/lib/ui/kit/dialogs/side-drawer";
import { Empty } from "@/lib/ui/kit/lists/list-page";
import { Rows } from "@/lib/ui/kit/lists/rows";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { shownText } from "@/lib/ui/tables/grid/cells";
import { type Table, useDeletedRows, useRestoreRow } from "@/lib/ui/tables/queries";
import classes from "./tables.module.css";

type Props = {
  table: Table;
  isOpen: boolean;
  onClose: () => void;
  onRestored: () => void;
};

function DeletedRows({ table, onRestored }: Omit<Props, "isOpen" | "onClose">) {
  const restore = useRestoreRow(table.id);
  const columns = table.columns.filter(({ is_archived }) => !is_archived);
  return (
    <Rows
      list={useDeletedRows(table.id)}
      what="deleted rows"
      label="Deleted rows, the latest first"
      expected={4}
      className={classes.links}
      empty={
        <Empty Icon={IconRestore} title="Nothing to restore">
          Deleted rows are kept here for {ROW_RESTORE_DAYS} days. Then they are erased.
        </Empty>
      }
      renderRow={(row) => {
        const words = columns
          .map((column) => shownText(column, row.values[column.key]))
          .filter((text) => text !== "");
        const name = words.slice(0, 3).join(" · ") || "An empty row";
        return (
          <li key={row.id} className={classes.deleted}>
            <div style={{ minWidth: 0 }}>
              <Text size="sm" truncate>
                <bdi>{name}</bdi>
              </Text>
              <Text size="sm" c="dimmed">
                {row.deleted_at === null ? null : <RelativeTime at={row.deleted_at} />}
              </Text>
            </div>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Restore ${name}`}
              loading={restore.isPending && restore.variables === row.id}
              onClick={() =>
                restore.mutate(row.id, {
                  onSuccess: onRestored,
                  onError: (error) => notifyFailure("It was not brought back", error),
                })
              }
            >
              Restore
            </Button>
          </li>
        );
      }}
    />
  );
}

/** Deleted rows, which can be restored. */
export default function DeletedRowsDrawer({ isOpen, onClose, ...rest }: Props) {
  return (
    <SideDrawer isOpen={isOpen} onClose={onClose} title="Deleted rows" size="28rem">
      {isOpen ? <DeletedRows {...rest} /> : null}
    </SideDrawer>
  );
}
