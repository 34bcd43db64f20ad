import { hashKey, keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { AnswerOf, QueryOf } from "@/lib/ui/api/input";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { keyOf, useRefresh } from "@/lib/ui/api/resource-queries";
import { changeRecord } from "@/lib/ui/crm/change-record";
import type { CrmRecord } from "@/lib/ui/crm/queries";

export type RecordBoard = AnswerOf<"GET", typeof BOARD>;
export type BoardColumn = RecordBoard["columns"][number];

const OBJECT = "/workspaces/{workspace_id}/crm/objects/{object_slug}";
const RECORDS = `${OBJECT}/records` as const;
const BOARD = `${RECORDS}/board` as const;

type Query = QueryOf<typeof BOARD> & { by: string };

/** The records of an object, grouped by an attribute. */
export function useRecordBoard(object: string, query: Query, isEnabled: boolean) {
  const params = useWorkspaceParams({ object_slug: object });
  return useQuery({
    queryKey: keyOf(BOARD, params, query),
    queryFn: ({ signal }) => api.get(BOARD, { params, query, signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
}

/** The board with a record moved to another column, and its counts and sums updated. */
function withMoved(board: RecordBoard, record: CrmRecord, to: string | null): RecordBoard {
  const amount = board.sum === null ? 0 : Number(record.values[board.sum] ?? 0);
  return {
    ...board,
    columns: board.columns.map((column) => {
      const isOld = column.records.some(({ id }) => id === record.id);
      const isNew = column.value === to;
      const change = Number(isNew) - Number(isOld);
      const others = column.records.filter(({ id }) => id !== record.id);
      return {
        ...column,
        count: column.count + change,
        sum: column.sum === null ? null : column.sum + change * amount,
        records: isNew ? [{ ...record, values: { ...record.values, [board.by]: to } }, ...others] : others,
      };
    }),
  };
}

/**
 * Moves a record to another column; shown at once, and reverted if the server refuses. Moves are sent one after the
 * other, in the reader's order.
 */
export function useMoveOnBoard(object: string, query: Query) {
  const queries = useQueryClient();
  const params = useWorkspaceParams({ object_slug: object });
  const key = keyOf(BOARD, params, query);
  const refresh = useRefresh(
    keyOf(BOARD, params),
    keyOf(RECORDS, params),
    keyOf(`${RECORDS}/{record_id}`, useWorkspaceParams()),
  );
  const mutationKey = ["move", ...keyOf(BOARD, params)];
  return useMutation({
    mutationKey,
    // Of two moves on their way at a time, the later could arrive first.
    scope: { id: hashKey(mutationKey) },
    mutationFn: ({ record, to }: { record: CrmRecord; to: string | null }) =>
      changeRecord({ ...params, record_id: record.id }, { [query.by]: to }, record),
    onMutate: async ({ record, to }) => {
      await queries.cancelQueries({ queryKey: key });
      const before = queries.getQueryData<RecordBoard>(key);
      if (before) queries.setQueryData(key, withMoved(before, record, to));
      return before;
    },
    onError: (_error, _move, before) => queries.setQueryData(key, before),
    onSettled: async () => {
      // While more moves wait, the server's board is older than what is shown.
      if (queries.isMutating({ mutationKey }) === 1) await refresh();
    },
  });
}
