"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  AutomationRunDetail,
  AutomationRun as AutomationRunSchema,
  Automation as AutomationSchema,
  AutomationTest,
  CreateAutomation,
  TestAutomation,
  UpdateAutomation,
} from "@/lib/crm/automations/schema";
import { get, queryOf, send } from "@/lib/ui/api/client";
import { editLists } from "@/lib/ui/api/list-cache";
import { useList } from "@/lib/ui/api/use-list";
import { workspaceApi } from "@/lib/ui/api/workspaces";

export type Automation = z.output<typeof AutomationSchema>;
export type Run = z.output<typeof AutomationRunSchema>;
export type RunDetail = z.output<typeof AutomationRunDetail>;
export type Test = z.output<typeof AutomationTest>;

const BUSY_POLL_MS = 2_000;
const POLL_MS = 15_000;

const keys = {
  automations: (workspaceId: string) => ["automations", workspaceId] as const,
  automation: (workspaceId: string, id: string) => ["automation", workspaceId, id] as const,
  runs: (automationId: string) => ["automation-runs", automationId] as const,
  run: (automationId: string, id: string) => ["automation-run", automationId, id] as const,
};

const automationPath = (workspaceId: string, id: string, path = "") =>
  workspaceApi(workspaceId, `/crm/automations/${encodeURIComponent(id)}${path}`);

const isUnderWay = ({ status }: Pick<Run, "status">) => status === "pending" || status === "running";

/** The workspace's automations with their health, newest first. */
export function useAutomations(workspaceId: string, filters: Record<string, string>) {
  return useList<Automation>(
    [...keys.automations(workspaceId), filters],
    workspaceApi(workspaceId, `/crm/automations${queryOf(filters)}`),
    { pollMs: POLL_MS },
  );
}

/** One automation with its health. */
export function useAutomation(workspaceId: string, id: string) {
  return useQuery({
    queryKey: keys.automation(workspaceId, id),
    queryFn: ({ signal }) => get<Automation>(automationPath(workspaceId, id), { signal }),
    refetchInterval: POLL_MS,
  });
}

/** Creates an automation. */
export function useCreateAutomation(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof CreateAutomation>) =>
      send<Automation>("POST", workspaceApi(workspaceId, "/crm/automations"), body),
    onSuccess: (automation) => {
      queries.setQueryData(keys.automation(workspaceId, automation.id), automation);
      void queries.invalidateQueries({ queryKey: keys.automations(workspaceId) });
    },
  });
}

/** Changes an automation; its switch shows at once and is taken back when the server refuses. */
export function useUpdateAutomation(workspaceId: string, id: string) {
  const queries = useQueryClient();
  const queryKey = keys.automation(workspaceId, id);
  return useMutation({
    mutationFn: (body: z.input<typeof UpdateAutomation>) =>
      send<Automation>("PATCH", automationPath(workspaceId, id), body),
    onMutate: async ({ is_active }) => {
      if (is_active === undefined) return undefined;
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Automation>(queryKey);
      if (before) queries.setQueryData(queryKey, { ...before, is_active });
      const undo = await editLists<Automation>(queries, keys.automations(workspaceId), (items) =>
        items.map((item) => (item.id === id ? { ...item, is_active } : item)),
      );
      return () => {
        queries.setQueryData(queryKey, before);
        undo();
      };
    },
    onError: (_error, _body, undo) => undo?.(),
    onSuccess: (automation) => queries.setQueryData(queryKey, automation),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.automations(workspaceId) }),
  });
}

/** Deletes an automation with its runs. */
export function useDeleteAutomation(workspaceId: string, id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => send<void>("DELETE", automationPath(workspaceId, id)),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.automations(workspaceId) }),
  });
}

/** Asks what a saved automation would do, and has it do none of it. */
export function useTestAutomation(workspaceId: string, id: string) {
  return useMutation({
    mutationFn: (body: z.input<typeof TestAutomation>) =>
      send<Test>("POST", automationPath(workspaceId, id, "/test"), body),
  });
}

/** An automation's runs, newest first; read again soon while one is under way. */
export function useRuns(workspaceId: string, automationId: string, filters: Record<string, string>) {
  return useList<Run>(
    [...keys.runs(automationId), filters],
    automationPath(workspaceId, automationId, `/runs${queryOf(filters)}`),
    { pollMs: (runs) => (runs.some(isUnderWay) ? BUSY_POLL_MS : POLL_MS) },
  );
}

/** One run with what it did, action by action. */
export function useRun(workspaceId: string, automationId: string, id: string) {
  return useQuery({
    queryKey: keys.run(automationId, id),
    queryFn: ({ signal }) =>
      get<RunDetail>(automationPath(workspaceId, automationId, `/runs/${encodeURIComponent(id)}`), {
        signal,
      }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? BUSY_POLL_MS : false),
  });
}
