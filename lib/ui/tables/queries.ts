"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  CreateColumn,
  CreateShareLink,
  CreateTable,
  ImportRows,
  ImportRowsResult,
  NewShareLink as NewShareLinkSchema,
  RowHistoryEntry as RowHistoryEntrySchema,
  ShareLink as ShareLinkSchema,
  Table as TableSchema,
  UpdateColumn,
  UpdateShareLink,
  UpdateTable,
} from "@/lib/tables/schema";
import { ApiError, download, get, getPage, queryOf, send } from "@/lib/ui/api/client";
import { useList } from "@/lib/ui/api/use-list";
import { workspaceApi } from "@/lib/ui/api/workspaces";
import { PAGE_ROWS } from "@/lib/ui/tables/grid/limits";
import type { RowQuery } from "@/lib/ui/tables/grid/row-pages";
import { RowConflict, type RowSource } from "@/lib/ui/tables/grid/row-store";
import type { Row } from "@/lib/ui/tables/grid/types";

export type Table = z.output<typeof TableSchema>;
export type TableColumn = Table["columns"][number];
export type ShareLink = z.output<typeof ShareLinkSchema>;
export type NewShareLink = z.output<typeof NewShareLinkSchema>;
export type RowHistoryEntry = z.output<typeof RowHistoryEntrySchema>;
export type ImportResult = z.output<typeof ImportRowsResult>;

const keys = {
  tables: (workspaceId: string) => ["tables", workspaceId] as const,
  table: (workspaceId: string, id: string) => ["table", workspaceId, id] as const,
  links: (workspaceId: string, id: string) => ["table-links", workspaceId, id] as const,
  history: (workspaceId: string, id: string) => ["table-row-history", workspaceId, id] as const,
  deleted: (workspaceId: string, id: string) => ["table-rows-deleted", workspaceId, id] as const,
};

const tableApi = (workspaceId: string, id: string, path = "") =>
  workspaceApi(workspaceId, `/tables/${encodeURIComponent(id)}${path}`);

/** The tables of a workspace. */
export function useTables(workspaceId: string, isEnabled = true) {
  return useList<Table>(keys.tables(workspaceId), workspaceApi(workspaceId, "/tables"), { isEnabled });
}

/** One table with its columns, the archived ones last. */
export function useTable(workspaceId: string, id: string) {
  return useQuery({
    queryKey: keys.table(workspaceId, id),
    queryFn: ({ signal }) => get<Table>(tableApi(workspaceId, id), { signal }),
  });
}

/** Keeps a table as the server has it now. */
function useKeepTable(workspaceId: string) {
  const queries = useQueryClient();
  return (table: Table) => {
    queries.setQueryData(keys.table(workspaceId, table.id), table);
    return queries.invalidateQueries({ queryKey: keys.tables(workspaceId) });
  };
}

export function useCreateTable(workspaceId: string) {
  return useMutation({
    mutationFn: (body: z.input<typeof CreateTable>) =>
      send<Table>("POST", workspaceApi(workspaceId, "/tables"), body),
    onSuccess: useKeepTable(workspaceId),
  });
}

export function useUpdateTable(workspaceId: string, id: string) {
  return useMutation({
    mutationFn: (body: z.input<typeof UpdateTable>) => send<Table>("PATCH", tableApi(workspaceId, id), body),
    onSuccess: useKeepTable(workspaceId),
  });
}

export function useDeleteTable(workspaceId: string, id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => send<void>("DELETE", tableApi(workspaceId, id)),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.tables(workspaceId) }),
  });
}

/** Brings a deleted table back, with its rows and share links. */
export function useRestoreTable(workspaceId: string) {
  return useMutation({
    mutationFn: (id: string) => send<Table>("POST", tableApi(workspaceId, id, "/restore")),
    onSuccess: useKeepTable(workspaceId),
  });
}

export function useCreateColumn(workspaceId: string, id: string) {
  return useMutation({
    mutationFn: (body: z.input<typeof CreateColumn>) =>
      send<Table>("POST", tableApi(workspaceId, id, "/columns"), body),
    onSuccess: useKeepTable(workspaceId),
  });
}

export function useUpdateColumn(workspaceId: string, id: string) {
  return useMutation({
    mutationFn: ({ key, ...body }: z.input<typeof UpdateColumn> & { key: string }) =>
      send<Table>("PATCH", tableApi(workspaceId, id, `/columns/${encodeURIComponent(key)}`), body),
    onSuccess: useKeepTable(workspaceId),
  });
}

/** The rows of a table for its members. */
export function memberRows(workspaceId: string, id: string): RowSource {
  const rows = (path = "") => tableApi(workspaceId, id, `/rows${path}`);
  return {
    list: async (query, offset, signal) => {
      const asked = queryOf({ ...query, offset: String(offset), limit: String(PAGE_ROWS) });
      return (await getPage<Row>(rows(asked), signal)).items;
    },
    count: async ({ filter, search }, signal) =>
      (await get<{ count: number }>(rows(`/count${queryOf({ filter, search })}`), { signal })).count,
    write: async (changes) => {
      try {
        return (await send<{ rows: Row[] }>("PATCH", rows(), { rows: changes })).rows;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409 || !Array.isArray(error.state.rows))
          throw error;
        throw new RowConflict(error.state.rows as Row[]);
      }
    },
    remove: async (ids) => void (await send("DELETE", rows(), { row_ids: ids })),
    restore: async (ids) => void (await send("POST", rows("/restore"), { row_ids: ids })),
  };
}

/** Saves the rows that a query lets through as a file. */
export function exportRows(workspaceId: string, id: string, query: RowQuery, name: string): Promise<void> {
  return download(tableApi(workspaceId, id, `/rows/export${queryOf({ ...query })}`), name);
}

/** What happened to a row, newest first. */
export function useRowHistory(workspaceId: string, id: string, rowId: string) {
  return useList<RowHistoryEntry>(
    [...keys.history(workspaceId, id), rowId],
    tableApi(workspaceId, id, `/rows/${encodeURIComponent(rowId)}/history`),
  );
}

/** Rows that were deleted and can still be restored, the latest first. */
export function useDeletedRows(workspaceId: string, id: string) {
  return useList<Row & { deleted_at: string | null }>(
    keys.deleted(workspaceId, id),
    tableApi(workspaceId, id, "/rows?deleted=true&sort=-updated_at"),
  );
}

export function useRestoreRow(workspaceId: string, id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (rowId: string) =>
      send("POST", tableApi(workspaceId, id, "/rows/restore"), { row_ids: [rowId] }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.deleted(workspaceId, id) }),
  });
}

export function useChangeRow(workspaceId: string, id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ rowId, ...body }: { rowId: string; values: Row["values"] }) =>
      send<Row>("PATCH", tableApi(workspaceId, id, `/rows/${encodeURIComponent(rowId)}`), body),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.history(workspaceId, id) }),
  });
}

export function useImportRows(workspaceId: string, id: string) {
  return useMutation({
    mutationFn: (body: z.input<typeof ImportRows>) =>
      send<ImportResult>("POST", tableApi(workspaceId, id, "/rows/import"), body),
  });
}

/** The links that a table is shared by, spent ones too. */
export function useShareLinks(workspaceId: string, id: string, isEnabled: boolean) {
  return useList<ShareLink>(keys.links(workspaceId, id), tableApi(workspaceId, id, "/share-links"), {
    isEnabled,
  });
}

function useRefreshLinks(workspaceId: string, id: string) {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: keys.links(workspaceId, id) }),
      queries.invalidateQueries({ queryKey: keys.table(workspaceId, id) }),
    ]);
}

/** Makes a share link; only this answer holds the link itself. */
export function useCreateShareLink(workspaceId: string, id: string) {
  return useMutation({
    mutationFn: (body: z.input<typeof CreateShareLink>) =>
      send<NewShareLink>("POST", tableApi(workspaceId, id, "/share-links"), body),
    onSuccess: useRefreshLinks(workspaceId, id),
  });
}

/** Changes a share link; what is left out stays. */
export function useUpdateShareLink(workspaceId: string, id: string) {
  return useMutation({
    mutationFn: ({ id: linkId, ...body }: { id: string } & z.input<typeof UpdateShareLink>) =>
      send<ShareLink>("PATCH", tableApi(workspaceId, id, `/share-links/${encodeURIComponent(linkId)}`), body),
    onSuccess: useRefreshLinks(workspaceId, id),
  });
}

/** Ends a share link at once and for good. */
export function useRevokeShareLink(workspaceId: string, id: string) {
  return useMutation({
    mutationFn: (linkId: string) =>
      send("DELETE", tableApi(workspaceId, id, `/share-links/${encodeURIComponent(linkId)}`)),
    onSuccess: useRefreshLinks(workspaceId, id),
  });
}
