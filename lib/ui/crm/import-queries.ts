import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { ImportResult as ImportResultSchema } from "@/lib/crm/import/schema";
import { api } from "@/lib/ui/api/client";
import type { AnswerOf, BodyOf, ItemOf } from "@/lib/ui/api/input";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { keyOf, useList, useRefresh } from "@/lib/ui/api/resource-queries";
import { useRefreshRecords } from "@/lib/ui/crm/queries";

export type ImportResult = z.output<typeof ImportResultSchema>;
export type Import = ItemOf<typeof IMPORTS>;
export type ImportDetail = AnswerOf<"GET", typeof IMPORT>;

const POLL_MS = 30_000;
const RUNNING_POLL_MS = 1_000;
const IMPORTS_PAGE = 10;

const OBJECT = "/workspaces/{workspace_id}/crm/objects/{object_slug}";
const IMPORT_FILE = `${OBJECT}/records/import` as const;
const IMPORTS = `${OBJECT}/imports` as const;
const IMPORT = `${IMPORTS}/{import_id}` as const;

type ImportFile = Omit<BodyOf<"POST", typeof IMPORT_FILE>, "dry_run" | "background">;

/** Runs an import as a dry run. */
export function useTryImport(object: string) {
  const params = useWorkspaceParams({ object_slug: object });
  return useMutation({
    mutationFn: async (body: ImportFile) =>
      // Only background imports get another kind of answer.
      (await api.post(IMPORT_FILE, { params, body: { ...body, dry_run: true } })) as ImportResult,
  });
}

/** Begins a background import; with `dry_run` it waits after its rows are checked. */
export function useBeginImport(object: string) {
  const queries = useQueryClient();
  const params = useWorkspaceParams({ object_slug: object });
  const refresh = useRefresh(keyOf(IMPORTS, params));
  return useMutation({
    mutationFn: async (body: ImportFile & { dry_run?: boolean }) =>
      (await api.post(IMPORT_FILE, { params, body: { ...body, background: true } })) as ImportDetail,
    onSuccess: (run) => {
      queries.setQueryData(keyOf(IMPORT, { ...params, import_id: run.id }), run);
      return refresh();
    },
  });
}

/** Whether an import is in progress without needing anybody. */
export const isRunning = ({ state }: Pick<Import, "state">) =>
  ["receiving", "queued", "checking", "writing", "undoing"].includes(state);

/** The imports of an object, newest first. */
export function useImports(object: string) {
  const params = useWorkspaceParams({ object_slug: object });
  return useList(
    IMPORTS,
    { params, query: { limit: IMPORTS_PAGE } },
    { pollMs: (imports) => (imports.some(isRunning) ? RUNNING_POLL_MS : POLL_MS) },
  );
}

/** One import, polled while it is in progress. */
export function useImport(object: string, id: string) {
  const refresh = useRefreshRecords(object);
  const params = useWorkspaceParams({ object_slug: object, import_id: id });
  return useQuery({
    queryKey: keyOf(IMPORT, params),
    queryFn: async ({ signal }) => {
      const run = await api.get(IMPORT, { params, signal });
      // When it ends, refreshes lists of records to show the result.
      if (!isRunning(run)) void refresh();
      return run;
    },
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? RUNNING_POLL_MS : false),
  });
}

/** Starts a checked import, cancels one, or undoes it. */
export function useMoveImport(object: string, id: string, to: "start" | "cancel" | "undo") {
  const queries = useQueryClient();
  const params = useWorkspaceParams({ object_slug: object, import_id: id });
  return useMutation({
    mutationFn: (body: BodyOf<"POST", `${typeof IMPORT}/start`>) =>
      to === "start"
        ? api.post(`${IMPORT}/start`, { params, body })
        : api.post(`${IMPORT}/${to}`, { params }),
    onSuccess: (run) => queries.setQueryData(keyOf(IMPORT, params), run),
    onSettled: useRefresh(keyOf(IMPORTS, useWorkspaceParams({ object_slug: object }))),
  });
}
