import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { AnswerOf, ItemOf } from "@/lib/ui/api/input";
import { keyOf, useAnswer, useList, useRefresh } from "@/lib/ui/api/resource-queries";

export type ServiceSample = AnswerOf<"GET", "/operators/samples">[number];
export type GivenUpJob = AnswerOf<"GET", typeof GIVEN_UP>[number];
export type SignInProblem = AnswerOf<"GET", "/operators/sign-in-problems">[number];
export type WorkspaceLoad = AnswerOf<"GET", "/operators/loads">[number];
export type OperatorWorkspace = ItemOf<typeof WORKSPACES>;
export type Plan = AnswerOf<"GET", "/operators/plans">[number];

const GIVEN_UP = "/operators/given-up-jobs";
const JOB_CHANGES = "/operators/job-changes";
const WORKSPACES = "/operators/workspaces";
const POLLED = { refetchInterval: 30_000 };

/** The service's health now. */
export const useHealth = () => useAnswer("/health", {}, POLLED);
/** Its health over the last day, minute by minute. */
export const useSamples = () => useAnswer("/operators/samples", {}, POLLED);
/** The jobs that were given up. */
export const useGivenUpJobs = () => useAnswer(GIVEN_UP, {}, POLLED);
/** The webhooks that the service switched off. */
export const useSwitchedOffWebhooks = () => useAnswer("/operators/switched-off-webhooks", {}, POLLED);
/** What operators did with such jobs. */
export const useJobChanges = () => useAnswer(JOB_CHANGES, {}, POLLED);
/** Why people could not sign in, and how often. */
export const useSignInProblems = () => useAnswer("/operators/sign-in-problems", {}, POLLED);
/** The workspaces that caused the most work. */
export const useLoads = () => useAnswer("/operators/loads", {}, POLLED);
/** All plans. */
export const usePlans = () => useAnswer("/operators/plans", {}, POLLED);

/** All workspaces whose name, slug or owner contains a text. */
export function useAllWorkspaces(search: string) {
  return useList(WORKSPACES, { query: { search } });
}

/** Retries a given-up job, or discards it. */
export function useSettleJob() {
  return useMutation({
    mutationFn: ({ id, how }: { id: string; how: "retry" | "discard" }) => {
      const input = { params: { job_id: id } };
      return how === "retry"
        ? api.post(`${GIVEN_UP}/{job_id}/retry`, input)
        : api.delete(`${GIVEN_UP}/{job_id}`, input);
    },
    onSettled: useRefresh(keyOf(GIVEN_UP), keyOf(JOB_CHANGES)),
  });
}

/** Changes a workspace's plan. */
export function useSetPlan() {
  return useMutation({
    mutationFn: ({ id, planId }: { id: string; planId: string | null }) =>
      api.put(`${WORKSPACES}/{workspace_id}/plan`, {
        params: { workspace_id: id },
        body: { plan_id: planId },
      }),
    onSettled: useRefresh(keyOf(WORKSPACES)),
  });
}
