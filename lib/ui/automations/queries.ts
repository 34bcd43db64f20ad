import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { AnswerOf, BodyOf, ItemOf, QueryOf } from "@/lib/ui/api/input";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import {
  keyOf,
  useAnswer,
  useAnswerChange,
  useList,
  useOpened,
  useRefresh,
  useSend,
} from "@/lib/ui/api/resource-queries";

export type Automation = ItemOf<typeof AUTOMATIONS>;
export type Run = ItemOf<typeof RUNS>;
export type RunDetail = AnswerOf<"GET", `${typeof RUNS}/{run_id}`>;
export type Test = AnswerOf<"POST", typeof TEST>;

const BUSY_POLL_MS = 2_000;
const POLL_MS = 15_000;

const AUTOMATIONS = "/workspaces/{workspace_id}/crm/automations";
const AUTOMATION = `${AUTOMATIONS}/{automation_id}` as const;
const RUNS = `${AUTOMATION}/runs` as const;
const TEST = `${AUTOMATION}/test` as const;

const isRunning = ({ status }: Pick<Run, "status">) => status === "pending" || status === "running";

/** The workspace's automations with their health, newest first. */
export function useAutomations(query: QueryOf<typeof AUTOMATIONS>) {
  return useList(AUTOMATIONS, { params: useWorkspaceParams(), query }, { pollMs: POLL_MS });
}

/** One automation with its health. */
export function useAutomation(id: string) {
  const params = useWorkspaceParams({ automation_id: id });
  return useOpened(AUTOMATION, { params });
}

/** Creates an automation. */
export function useCreateAutomation() {
  const queries = useQueryClient();
  const params = useWorkspaceParams();
  const refresh = useRefresh(keyOf(AUTOMATIONS, params));
  return useSend("post", AUTOMATIONS, params, {
    onSuccess: (automation) => {
      queries.setQueryData(keyOf(AUTOMATION, { ...params, automation_id: automation.id }), automation);
      void refresh();
    },
  });
}

type AutomationChange = BodyOf<"PATCH", typeof AUTOMATION>;

/** Changes an automation; its switch changes at once, and is reverted if the server refuses. */
export function useUpdateAutomation(id: string) {
  const params = useWorkspaceParams({ automation_id: id });
  const listKey = keyOf(AUTOMATIONS, useWorkspaceParams());
  const edit = (shown: Automation, { is_active = shown.is_active }: AutomationChange): Automation => ({
    ...shown,
    is_active,
  });
  return useAnswerChange(keyOf(AUTOMATION, params), {
    send: (body: AutomationChange) => api.patch(AUTOMATION, { params, body }),
    edit,
    inLists: {
      key: listKey,
      edit: (items, body) => items.map((item) => (item.id === id ? edit(item, body) : item)),
    },
    onSettled: useRefresh(listKey),
  });
}

/** Deletes an automation with its runs. */
export function useDeleteAutomation(id: string) {
  const params = useWorkspaceParams({ automation_id: id });
  return useSend("delete", AUTOMATION, params, {
    onSuccess: useRefresh(keyOf(AUTOMATIONS, useWorkspaceParams())),
  });
}

/** Tests a saved automation: says what it would do, without doing it. */
export function useTestAutomation(id: string) {
  const params = useWorkspaceParams({ automation_id: id });
  return useSend("post", TEST, params);
}

/** An automation's runs, newest first; polled often while one is in progress. */
export function useRuns(automationId: string, query: QueryOf<typeof RUNS>) {
  const params = useWorkspaceParams({ automation_id: automationId });
  return useList(
    RUNS,
    { params, query },
    { pollMs: (runs) => (runs.some(isRunning) ? BUSY_POLL_MS : POLL_MS) },
  );
}

/** One run with its actions. */
export function useRun(automationId: string, id: string) {
  return useAnswer(
    `${RUNS}/{run_id}`,
    { params: useWorkspaceParams({ automation_id: automationId, run_id: id }) },
    { refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? BUSY_POLL_MS : false) },
  );
}

/** Has an automation's failed and skipped runs tried again. */
export function useRetryRuns(automationId: string) {
  const params = useWorkspaceParams({ automation_id: automationId });
  return useSend("post", `${AUTOMATION}/retry`, params, { onSuccess: useRefresh(keyOf(RUNS, params)) });
}

/** Has a run that failed or was skipped go on with the action that failed. */
export function useRetryRun(automationId: string, id: string) {
  const params = useWorkspaceParams({ automation_id: automationId, run_id: id });
  const queries = useQueryClient();
  const refresh = useRefresh(keyOf(RUNS, useWorkspaceParams({ automation_id: automationId })));
  return useSend("post", `${RUNS}/{run_id}/retry`, params, {
    onSuccess: (run) => {
      queries.setQueryData(keyOf(`${RUNS}/{run_id}`, params), run);
      void refresh();
    },
  });
}
