"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { Health } from "@/lib/health/schema";
import type {
  OperatorWorkspace as OperatorWorkspaceSchema,
  Plan as PlanSchema,
} from "@/lib/operators/schema";
import type {
  GivenUpJob as GivenUpJobSchema,
  JobChange as JobChangeSchema,
  ServiceSample as ServiceSampleSchema,
  SignInProblem as SignInProblemSchema,
  SwitchedOffWebhook as SwitchedOffWebhookSchema,
  WorkspaceLoad as WorkspaceLoadSchema,
} from "@/lib/operators/service/schema";
import { get, send } from "@/lib/ui/api/client";
import { useList } from "@/lib/ui/api/use-list";

export type ServiceSample = z.output<typeof ServiceSampleSchema>;
export type GivenUpJob = z.output<typeof GivenUpJobSchema>;
export type JobChange = z.output<typeof JobChangeSchema>;
export type SignInProblem = z.output<typeof SignInProblemSchema>;
export type SwitchedOffWebhook = z.output<typeof SwitchedOffWebhookSchema>;
export type WorkspaceLoad = z.output<typeof WorkspaceLoadSchema>;
export type OperatorWorkspace = z.output<typeof OperatorWorkspaceSchema>;
export type Plan = z.output<typeof PlanSchema>;

const PATH = "/api/v1/operators";
const POLL_MS = 30_000;
const GIVEN_UP = ["operators", "given-up-jobs"];
const JOB_CHANGES = ["operators", "job-changes"];
const WORKSPACES = ["operators", "workspaces"];

function useOperators<T>(name: string) {
  return useQuery({
    queryKey: ["operators", name],
    queryFn: ({ signal }) => get<T>(`${PATH}/${name}`, { signal }),
    refetchInterval: POLL_MS,
  });
}

/** How the service is now. */
export function useHealth() {
  return useQuery({
    queryKey: ["operators", "health"],
    queryFn: ({ signal }) => get<Health>("/api/v1/health", { signal }),
    refetchInterval: POLL_MS,
  });
}

/** How it was in the last day, minute by minute. */
export const useSamples = () => useOperators<ServiceSample[]>("samples");
/** The jobs that failed for good. */
export const useGivenUpJobs = () => useOperators<GivenUpJob[]>("given-up-jobs");
/** The webhooks that the service switched off. */
export const useSwitchedOffWebhooks = () => useOperators<SwitchedOffWebhook[]>("switched-off-webhooks");
/** What operators did with such jobs. */
export const useJobChanges = () => useOperators<JobChange[]>("job-changes");
/** Why people could not sign in, and how often. */
export const useSignInProblems = () => useOperators<SignInProblem[]>("sign-in-problems");
/** The workspaces that made most work. */
export const useLoads = () => useOperators<WorkspaceLoad[]>("loads");
/** All plans. */
export const usePlans = () => useOperators<Plan[]>("plans");

/** All workspaces whose name, slug or owner holds a text. */
export function useAllWorkspaces(search: string) {
  const query = search === "" ? "" : `?${new URLSearchParams({ search })}`;
  return useList<OperatorWorkspace>([...WORKSPACES, search], `${PATH}/workspaces${query}`);
}

/** Lets a given-up job run again, or discards it. */
export function useSettleJob() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, how }: { id: string; how: "retry" | "discard" }) =>
      how === "retry"
        ? send<void>("POST", `${PATH}/given-up-jobs/${id}/retry`)
        : send<void>("DELETE", `${PATH}/given-up-jobs/${id}`),
    onSettled: () =>
      Promise.all([GIVEN_UP, JOB_CHANGES].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

/** Puts a workspace on a plan. */
export function useSetPlan() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, planId }: { id: string; planId: string | null }) =>
      send<OperatorWorkspace>("PUT", `${PATH}/workspaces/${id}/plan`, { plan_id: planId }),
    onSettled: () => queries.invalidateQueries({ queryKey: WORKSPACES }),
  });
}
