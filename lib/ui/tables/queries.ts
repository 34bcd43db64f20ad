import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { AnswerOf, BodyOf, ItemOf } from "@/lib/ui/api/input";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { keyOf, useAnswer, useList, useRefresh, useSend } from "@/lib/ui/api/resource-queries";
import { PAGE_ROWS } from "@/lib/ui/tables/grid/limits";
import type { RowQuery } from "@/lib/ui/tables/grid/row-pages";
import { type RowSource, writtenRows } from "@/lib/ui/tables/grid/row-source";
import type { Row } from "@/lib/ui/tables/grid/types";
import { optionsNow } from "@/lib/ui/values/options-now";

export type Table = ItemOf<typeof TABLES>;
export type TableColumn = Table["columns"][number];
export type ShareLink = ItemOf<typeof LINKS>;
export type NewShareLink = AnswerOf<"POST", typeof LINKS>;
export type RowHistoryEntry = ItemOf<typeof HISTORY>;
export type ImportResult = AnswerOf<"POST", `${typeof ROWS}/import`>;

const TABLES = "/workspaces/{workspace_id}/tables";
const TABLE = `${TABLES}/{table_id}` as const;
const COLUMNS = `${TABLE}/columns` as const;
const COLUMN = `${COLUMNS}/{column_key}` as const;
const ROWS = `${TABLE}/rows` as const;
const ROW = `${ROWS}/{row_id}` as const;
const HISTORY = `${ROW}/history` as const;
const LINKS = `${TABLE}/share-links` as const;
const LINK = `${LINKS}/{link_id}` as const;

/** The tables of a workspace. */
export function useTables(isEnabled = true) {
  return useList(TABLES, { params: useWorkspaceParams() }, { isEnabled });
}

/** One table with its columns, the archived ones last. */
export function useTable(id: string) {
  return useAnswer(TABLE, { params: useWorkspaceParams({ table_id: id }) });
}

/** Caches a table as the server returned it. */
function useKeepTable() {
  const queries = useQueryClient();
  const params = useWorkspaceParams();
  const refresh = useRefresh(keyOf(TABLES, params));
  return (table: Table) => {
    queries.setQueryData(keyOf(TABLE, { ...params, table_id: table.id }), table);
    return refresh();
  };
}

export function useCreateTable() {
  const params = useWorkspaceParams();
  return useSend("post", TABLES, params, { onSuccess: useKeepTable() });
}

export function useUpdateTable(id: string) {
  const params = useWorkspaceParams({ table_id: id });
  return useSend("patch", TABLE, params, { onSuccess: useKeepTable() });
}

export function useDeleteTable(id: string) {
  const params = useWorkspaceParams({ table_id: id });
  return useSend("delete", TABLE, params, {
    onSuccess: useRefresh(keyOf(TABLES, useWorkspaceParams())),
  });
}

/** Restores a deleted table, with its rows and share links. */
export function useRestoreTable() {
  const params = useWorkspaceParams();
  return useSend("post", `${TABLE}/restore`, params, { onSuccess: useKeepTable() });
}

export function useCreateColumn(id: string) {
  const params = useWorkspaceParams({ table_id: id });
  return useSend("post", COLUMNS, params, { onSuccess: useKeepTable() });
}

type ColumnChange = BodyOf<"PATCH", typeof COLUMN> & {
  key: string;
  /** The options that `options` is a change of: others may have changed theirs since. */
  opened?: TableColumn["options"] | undefined;
};

export function useUpdateColumn(id: string) {
  const params = useWorkspaceParams({ table_id: id });
  return useMutation({
    mutationFn: async ({ key, opened, ...body }: ColumnChange) => {
      if (body.options && opened) {
        const stored = (await api.get(TABLE, { params })).columns.find((column) => column.key === key);
        if (stored) body.options = optionsNow(body.options, opened, stored.options);
      }
      return api.patch(COLUMN, { params: { ...params, column_key: key }, body });
    },
    onSuccess: useKeepTable(),
  });
}

/** The rows of a table for its members. */
export function memberRows(workspaceId: string, id: string): RowSource {
  const params = { workspace_id: workspaceId, table_id: id };
  return {
    list: async (query, offset, signal) =>
      (await api.page(ROWS, { params, query: { ...query, offset, limit: PAGE_ROWS }, signal })).items,
    count: async ({ filter, search }, signal) =>
      (await api.get(`${ROWS}/count`, { params, query: { filter, search }, signal })).count,
    write: (rows) => writtenRows(api.patch(ROWS, { params, body: { rows } })),
    remove: async (ids) => void (await api.delete(ROWS, { params, body: { row_ids: ids } })),
    restore: async (ids) => void (await api.post(`${ROWS}/restore`, { params, body: { row_ids: ids } })),
  };
}

/** Saves the rows that match a query as a file. */
export function exportRows(workspaceId: string, id: string, query: RowQuery, name: string): Promise<void> {
  const params = { workspace_id: workspaceId, table_id: id };
  return api.download(`${ROWS}/export`, { params, query }, name);
}

/** A row's history, newest first. */
export function useRowHistory(id: string, rowId: string) {
  return useList(HISTORY, { params: useWorkspaceParams({ table_id: id, row_id: rowId }) });
}

const DELETED = { deleted: true, sort: "-updated_at" } as const;

/** Rows that were deleted and can still be restored, the latest first. */
export function useDeletedRows(id: string) {
  return useList(ROWS, { params: useWorkspaceParams({ table_id: id }), query: DELETED });
}

export function useRestoreRow(id: string) {
  const params = useWorkspaceParams({ table_id: id });
  return useMutation({
    mutationFn: (rowId: string) => api.post(`${ROWS}/restore`, { params, body: { row_ids: [rowId] } }),
    onSuccess: useRefresh(keyOf(ROWS, params, DELETED)),
  });
}

export function useChangeRow(id: string) {
  const params = useWorkspaceParams({ table_id: id });
  return useMutation({
    mutationFn: ({ rowId, ...body }: { rowId: string; values: Row["values"] }) =>
      api.patch(ROW, { params: { ...params, row_id: rowId }, body }),
    onSuccess: useRefresh(keyOf(HISTORY, params)),
  });
}

export function useImportRows(id: string) {
  const params = useWorkspaceParams({ table_id: id });
  return useSend("post", `${ROWS}/import`, params);
}

/** A table's share links, including expired ones. */
export function useShareLinks(id: string) {
  return useList(LINKS, { params: useWorkspaceParams({ table_id: id }) });
}

function useRefreshLinks(id: string) {
  const params = useWorkspaceParams({ table_id: id });
  return useRefresh(keyOf(LINKS, params), keyOf(TABLE, params));
}

/** Creates a share link; only this response contains the link itself. */
export function useCreateShareLink(id: string) {
  const params = useWorkspaceParams({ table_id: id });
  return useSend("post", LINKS, params, { onSuccess: useRefreshLinks(id) });
}

/** Changes a share link; omitted fields stay. */
export function useUpdateShareLink(id: string) {
  const params = useWorkspaceParams({ table_id: id });
  return useMutation({
    mutationFn: ({ id: linkId, ...body }: { id: string } & BodyOf<"PATCH", typeof LINK>) =>
      api.patch(LINK, { params: { ...params, link_id: linkId }, body }),
    onSuccess: useRefreshLinks(id),
  });
}

/** Revokes a share link at once and for good. */
export function useRevokeShareLink(id: string) {
  const params = useWorkspaceParams({ table_id: id });
  return useSend("delete", LINK, params, { onSuccess: useRefreshLinks(id) });
}
