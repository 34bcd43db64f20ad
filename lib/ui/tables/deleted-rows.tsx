"use client";

import { Button, Drawer, Text } from "@mantine/core";
import { IconRestore } from "@tabler/icons-react";
import { ROW_RESTORE_DAYS } from "@/lib/tables/limits";
import { notifyFailure } from "@/lib/ui/api/failure";
import { ErrorNotice } from "@/lib/ui/kit/error-notice";
import { Empty } from "@/lib/ui/kit/list-page";
import { RowSkeletons, ShowMore } from "@/lib/ui/kit/list-states";
import { RelativeTime } from "@/lib/ui/kit/relative-time";
import { shownText } from "@/lib/ui/tables/grid/cells";
import { type Table, useDeletedRows, useRestoreRow } from "@/lib/ui/tables/queries";
import classes from "./tables.module.css";

type Props = {
  workspaceId: string;
  table: Table;
  isOpen: boolean;
  onClose: () => void;
  onRestored: () => void;
};

function DeletedRows({ workspaceId, table, onRestored }: Omit<Props, "isOpen" | "onClose">) {
  const rows = useDeletedRows(workspaceId, table.id);
  const restore = useRestoreRow(workspaceId, table.id);
  if (rows.isPending) return <RowSkeletons count={4} what="the deleted rows" />;
  if (rows.error && !rows.items) {
    return <ErrorNotice error={rows.error} what="the deleted rows" onRetry={() => rows.refetch()} />;
  }
  if (rows.items?.length === 0) {
    return (
      <Empty Icon={IconRestore} title="Nothing to restore">
        Deleted rows are kept here for {ROW_RESTORE_DAYS} days. Then they are erased.
      </Empty>
    );
  }
  const columns = table.columns.filter(({ is_archived }) => !is_archived);
  return (
    <>
      <ul className={classes.links} aria-label="Deleted rows, the latest first">
        {rows.items?.map((row) => {
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
        })}
      </ul>
      <ShowMore list={rows} />
    </>
  );
}

/** Rows that were deleted, and the way back. */
export default function DeletedRowsDrawer({ isOpen, onClose, ...rest }: Props) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="28rem"
      title="Deleted rows"
      closeButtonProps={{ "aria-label": "Close" }}
      attributes={{ header: { role: "presentation" } }}
    >
      {isOpen ? <DeletedRows {...rest} /> : null}
    </Drawer>
  );
}
