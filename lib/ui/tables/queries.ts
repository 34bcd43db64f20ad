"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { AnswerOf, BodyOf, ItemOf } from "@/lib/ui/api/input";
import { keyOf, useAnswer, useList, useRefresh, useSend } from "@/lib/ui/api/resource-queries";
import { PAGE_ROWS } from "@/lib/ui/tables/grid/limits";
import type { RowQuery } from "@/lib/ui/tables/grid/row-pages";
import { type RowSource, writtenRows } from "@/lib/ui/tables/grid/row-source";
import type { Row } from "@/lib/ui/tables/grid/types";

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
export function useTables(workspaceId: string, isEnabled = true) {
  return useList(TABLES, { params: { workspace_id: workspaceId } }, { isEnabled });
}

/** One table with its columns, the archived ones last. */
export function useTable(workspaceId: string, id: string) {
  return useAnswer(TABLE, { params: { workspace_id: workspaceId, table_id: id } });
}

/** Caches a table as the server returned it. */
function useKeepTable(workspaceId: string) {
  const queries = useQueryClient();
  const params = { workspace_id: workspaceId };
  const refresh = useRefresh(keyOf(TABLES, params));
  return (table: Table) => {
    queries.setQueryData(keyOf(TABLE, { ...params, table_id: table.id }), table);
    return refresh();
  };
}

export function useCreateTable(workspaceId: string) {
  const params = { workspace_id: workspaceId };
  return useSend("post", TABLES, params, { onSuccess: useKeepTable(workspaceId) });
}

export function useUpdateTable(workspaceId: string, id: string) {
  const params = { workspace_id: workspaceId, table_id: id };
  return useSend("patch", TABLE, params, { onSuccess: useKeepTable(workspaceId) });
}

export function useDeleteTable(workspaceId: string, id: string) {
  const params = { workspace_id: workspaceId, table_id: id };
  return useSend("delete", TABLE, params, {
    onSuccess: useRefresh(keyOf(TABLES, { workspace_id: workspaceId })),
  });
}

/** Restores a deleted table, with its rows and share links. */
export function useRestoreTable(workspaceId: string) {
  const params = { workspace_id: workspaceId };
  return useSend("post", `${TABLE}/restore`, params, { onSuccess: useKeepTable(workspaceId) });
}

export function useCreateColumn(workspaceId: string, id: string) {
  const params = { workspace_id: workspaceId, table_id: id };
  return useSend("post", COLUMNS, params, { onSuccess: useKeepTable(workspaceId) });
}

export function useUpdateColumn(workspaceId: string, id: string) {
  const params = { workspace_id: workspaceId, table_id: id };
  return useMutation({
    mutationFn: ({ key, ...body }: BodyOf<"PATCH", typeof COLUMN> & { key: string }) =>
      api.patch(COLUMN, { params: { ...params, column_key: key }, body }),
    onSuccess: useKeepTable(workspaceId),
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
export function useRowHistory(workspaceId: string, id: string, rowId: string) {
  return useList(HISTORY, { params: { workspace_id: workspaceId, table_id: id, row_id: rowId } });
}

const DELETED = { deleted: true, sort: "-updated_at" } as const;

/** Rows that were deleted and can still be restored, the latest first. */
export function useDeletedRows(workspaceId: string, id: string) {
  return useList(ROWS, { params: { workspace_id: workspaceId, table_id: id }, query: DELETED });
}

export function useRestoreRow(workspaceId: string, id: string) {
  const params = { workspace_id: workspaceId, table_id: id };
  return useMutation({
    mutationFn: (rowId: string) => api.post(`${ROWS}/restore`, { params, body: { row_ids: [rowId] } }),
    onSuccess: useRefresh(keyOf(ROWS, params, DELETED)),
  });
}

export function useChangeRow(workspaceId: string, id: string) {
  const params = { workspace_id: workspaceId, table_id: id };
  return useMutation({
    mutationFn: ({ rowId, ...body }: { rowId: string; values: Row["values"] }) =>
      api.patch(ROW, { params: { ...params, row_id: rowId }, body }),
    onSuccess: useRefresh(keyOf(HISTORY, params)),
  });
}

export function useImportRows(workspaceId: string, id: string) {
  const params = { workspace_id: workspaceId, table_id: id };
  return useSend("post", `${ROWS}/import`, params);
}

/** A table's share links, including expired ones. */
export function useShareLinks(workspaceId: string, id: string, isEnabled: boolean) {
  return useList(LINKS, { params: { workspace_id: workspaceId, table_id: id } }, { isEnabled });
}

function useRefreshLinks(workspaceId: string, id: string) {
  const params = { workspace_id: workspaceId, table_id: id };
  return useRefresh(keyOf(LINKS, params), keyOf(TABLE, params));
}

/** Creates a share link; only this response contains the link itself. */
export function useCreateShareLink(workspaceId: string, id: string) {
  const params = { workspace_id: workspaceId, table_id: id };
  return useSend("post", LINKS, params, { onSuccess: useRefreshLinks(workspaceId, id) });
}

/** Changes a share link; omitted fields stay. */
export function useUpdateShareLink(workspaceId: string, id: string) {
  const params = { workspace_id: workspaceId, table_id: id };
  return useMutation({
    mutationFn: ({ id: linkId, ...body }: { id: string } & BodyOf<"PATCH", typeof LINK>) =>
      api.patch(LINK, { params: { ...params, link_id: linkId }, body }),
    onSuccess: useRefreshLinks(workspaceId, id),
  });
}

/** Revokes a share link at once and for good. */
export function useRevokeShareLink(workspaceId: string, id: string) {
  const params = { workspace_id: workspaceId, table_id: id };
  return useSend("delete", LINK, params, { onSuccess: useRefreshLinks(workspaceId, id) });
}
