"use client";

import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useMemo, useState } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import {
  IconArchive,
  IconFileImport,
  IconPencil,
  IconPlus,
  IconRestore,
  IconShare2,
  IconTrash,
} from "@/lib/ui/icons";
import { LazyConfirmDialog } from "@/lib/ui/kit/dialogs/lazy-confirm";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { useFilters } from "@/lib/ui/kit/filters/filters";
import { readFilter } from "@/lib/ui/kit/filters/read-filter";
import { UpLink } from "@/lib/ui/kit/lists/list-page";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { Visit } from "@/lib/ui/kit/pages/places";
import { Titled } from "@/lib/ui/kit/pages/titled";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { Permitted } from "@/lib/ui/kit/states/no-permission";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { LazyMarkdown } from "@/lib/ui/light-kit/markdown/lazy-markdown";
import { PeopleHere } from "@/lib/ui/live/people-here";
import { useLiveTable } from "@/lib/ui/live/use-live-table";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { type Look, queryOf, readAhead } from "@/lib/ui/tables/grid/row-pages";
import type { RowSource } from "@/lib/ui/tables/grid/row-source";
import type { Row } from "@/lib/ui/tables/grid/types";
import { LazyTableGrid, loadTableGrid } from "@/lib/ui/tables/lazy-table-grid";
import {
  exportRows,
  memberRows,
  type Table,
  type TableColumn,
  useDeleteTable,
  useRestoreTable,
  useTable,
  useUpdateColumn,
} from "@/lib/ui/tables/queries";
import type { Shown } from "@/lib/ui/tables/share-link-form";

const TableDialog = lazyDialog(() => import("@/lib/ui/tables/table-form"));
const ColumnDialog = lazyDialog(() => import("@/lib/ui/tables/column-form"));
const ShareDialog = lazyDialog(() => import("@/lib/ui/tables/share-dialog"));
const ImportDialog = lazyDialog(() => import("@/lib/ui/tables/import-dialog"));
const RowHistoryDrawer = lazyDialog(() => import("@/lib/ui/tables/row-history"));
const DeletedRowsDrawer = lazyDialog(() => import("@/lib/ui/tables/deleted-rows"));
const Preview = lazyDialog(() => import("@/lib/ui/tables/preview"));
const ArchivedColumns = lazyDialog(() => import("@/lib/ui/tables/archived-columns"));

/** Filter, search and sort order, from the address. */
function useLook() {
  const filters = useFilters();
  const [filter, search, sort] = [filters.get("filter"), filters.get("search"), filters.get("sort")];
  const look = useMemo<Look>(
    () => ({ filter: readFilter(filter), search, sort: sort === "" ? "created_at" : sort }),
    [filter, search, sort],
  );
  const set = (change: Partial<Look>) =>
    (change.sort === undefined ? filters.type : filters.set)({
      ...(change.filter === undefined
        ? {}
        : { filter: change.filter === null ? "" : JSON.stringify(change.filter) }),
      ...(change.search === undefined ? {} : { search: change.search }),
      ...(change.sort === undefined ? {} : { sort: change.sort === "created_at" ? "" : change.sort }),
    });
  return { look, set };
}

type Dialog = "rename" | "delete" | "import" | "share" | "archived" | null;

function OpenTable({ table, source }: { table: Table; source: RowSource }) {
  const { id, slug, can } = useWorkspace();
  const router = useRouter();
  const { look, set } = useLook();
  const address = useFilters();
  const historyOf = address.get("history");
  const [dialog, setDialog] = useState<Dialog>(null);
  const [column, setColumn] = useState<TableColumn | null>(null);
  const [isEditingColumn, columnDialog] = useDisclosure();
  const [row, setRow] = useState<Row | null>(null);
  const [preview, setPreview] = useState<Shown | null>(null);
  const [reloads, setReloads] = useState(0);
  const [refreshes, setRefreshes] = useState(0);
  useLiveTable(
    table.id,
    useCallback(() => setRefreshes((count) => count + 1), []),
  );
  const updateColumn = useUpdateColumn(table.id);
  const remove = useDeleteTable(table.id);
  const restore = useRestoreTable();
  const columns = useMemo(() => table.columns.filter(({ is_archived }) => !is_archived), [table.columns]);
  const mayEdit = can("can_edit_rows");
  const mayManage = can("can_manage_tables");
  const close = () => setDialog(null);
  const reload = () => setReloads((count) => count + 1);

  const editColumn = (edited: TableColumn | null) => {
    setColumn(edited);
    columnDialog.open();
  };
  const change = (what: Parameters<typeof updateColumn.mutate>[0], done?: () => void) =>
    updateColumn.mutate(what, {
      ...(done ? { onSuccess: done } : {}),
      onError: (error) => notifyFailure("The column stays as it is", error),
    });
  const archive = ({ key, name }: TableColumn) =>
    change({ key, is_archived: true }, () =>
      notifyUndoable(`${name} archived`, () => change({ key, is_archived: false })),
    );
  const archivedCount = table.columns.length - columns.length;
  const newColumn = mayManage ? (
    <Button size="sm" leftSection={<IconPlus size={16} stroke={2} />} onClick={() => editColumn(null)}>
      New column
    </Button>
  ) : null;

  return (
    <>
      <Titled name={table.name} />
      <Visit path={workspacePath(slug, `tables/${table.id}`)} name={table.name} />
      <PageHeader
        isWide
        title={table.name}
        description={table.description === "" ? null : <LazyMarkdown text={table.description} />}
        actions={
          <>
            <PeopleHere area="tables" thingId={table.id} />
            {newColumn}
            {can("can_share_tables") ? (
              <Button
                variant="default"
                leftSection={<IconShare2 size={16} stroke={1.75} />}
                onClick={() => setDialog("share")}
              >
                Share
              </Button>
            ) : null}
            {mayManage || mayEdit ? (
              <DotsMenu
                label={`More about ${table.name}`}
                look="head"
                width={220}
                entries={[
                  mayEdit && { name: "Import CSV", Icon: IconFileImport, onClick: () => setDialog("import") },
                  mayEdit && {
                    name: "Deleted rows",
                    Icon: IconRestore,
                    onClick: () => address.open("deleted"),
                  },
                  mayManage && {
                    name: "Archived columns",
                    Icon: IconArchive,
                    isDisabled: archivedCount === 0,
                    onClick: () => setDialog("archived"),
                  },
                  mayManage && { name: "Rename", Icon: IconPencil, onClick: () => setDialog("rename") },
                  mayManage && "divider",
                  mayManage && {
                    name: "Delete the table",
                    Icon: IconTrash,
                    isDanger: true,
                    onClick: () => setDialog("delete"),
                  },
                ]}
              />
            ) : null}
          </>
        }
      />
      <LazyTableGrid
        label={table.name}
        columns={columns}
        source={source}
        isEditable={mayEdit}
        look={look}
        onLook={set}
        storageKey={`table:${table.id}`}
        onExport={(query) => exportRows(id, table.id, query, `${table.name}.csv`)}
        reloadKey={reloads}
        refreshKey={refreshes}
        onHistory={(picked) => {
          setRow(picked);
          address.open("history", picked.id);
        }}
        {...(mayManage
          ? {
              onMoveColumn: ({ key }, position) => change({ key, position }),
              columnEntries: (picked, closeMenu, MenuEntry) => {
                const whole = columns.find(({ key }) => key === picked.key);
                return whole ? (
                  <>
                    <MenuEntry
                      onPick={() => {
                        closeMenu();
                        editColumn(whole);
                      }}
                    >
                      Edit the column…
                    </MenuEntry>
                    <MenuEntry
                      onPick={() => {
                        closeMenu();
                        archive(whole);
                      }}
                    >
                      Archive
                    </MenuEntry>
                  </>
                ) : null;
              },
            }
          : {})}
        empty={
          <>
            <Text size="sm" c="dimmed">
              {columns.length === 0
                ? "This table has no columns. Add the first one and begin to type."
                : mayEdit
                  ? "No rows yet. Add one, paste cells from a spreadsheet, or import a file."
                  : "No rows yet. Someone with can_edit_rows can add the first one."}
            </Text>
            {columns.length === 0 ? newColumn : null}
          </>
        }
      />

      <TableDialog table={table} isOpen={dialog === "rename"} onClose={close} onSaved={close} />
      <ColumnDialog table={table} column={column} isOpen={isEditingColumn} onClose={columnDialog.close} />
      <ImportDialog table={table} isOpen={dialog === "import"} onClose={close} onImported={reload} />
      <ShareDialog
        table={table}
        isOpen={dialog === "share"}
        onClose={close}
        isCovered={preview !== null}
        onPreview={setPreview}
      />
      <Preview
        table={table}
        columns={columns}
        source={source}
        shown={preview}
        isOpen={preview !== null}
        onClose={() => setPreview(null)}
      />
      <RowHistoryDrawer
        table={table}
        rowId={historyOf}
        row={row?.id === historyOf ? row : null}
        mayEdit={mayEdit}
        isOpen={historyOf !== ""}
        onClose={() => address.close("history")}
        onChanged={reload}
      />
      <DeletedRowsDrawer
        table={table}
        isOpen={mayEdit && address.get("deleted") === "1"}
        onClose={() => address.close("deleted")}
        onRestored={reload}
      />
      <ArchivedColumns
        table={table}
        isOpen={dialog === "archived"}
        onClose={close}
        onRestore={({ key }) => change({ key, is_archived: false }, reload)}
      />
      <LazyConfirmDialog
        isOpen={dialog === "delete"}
        onClose={close}
        title={`Delete ${table.name}?`}
        confirmLabel="Delete the table"
        onConfirm={async () => {
          await remove.mutateAsync();
          notifyUndoable(`${table.name} deleted`, () =>
            restore
              .mutateAsync(table.id)
              .catch((error: unknown) => notifyFailure("It was not brought back", error)),
          );
        }}
        onDone={() => router.push(workspacePath(slug, "tables"))}
      >
        Its rows and their history go with it, and all its share links end at once.
      </LazyConfirmDialog>
    </>
  );
}

function Found({ tableId }: { tableId: string }) {
  const { id } = useWorkspace();
  const { look } = useLook();
  // Its first rows and the grid are loaded in parallel with it.
  const [source] = useState(() => readAhead(memberRows(id, tableId), queryOf(look)));
  useEffect(loadTableGrid, []);
  return (
    <Loaded query={useTable(tableId)} what="this table" isPage bones={[360]}>
      {(table) => <OpenTable table={table} source={source} />}
    </Loaded>
  );
}

/** One table: its grid, its columns, and its share links. */
export function TablePage({ tableId }: { tableId: string }) {
  const { slug } = useWorkspace();
  return (
    <Permitted by={["can_view_tables"]}>
      <UpLink href={workspacePath(slug, "tables")}>Tables</UpLink>
      <Found key={tableId} tableId={tableId} />
    </Permitted>
  );
}
