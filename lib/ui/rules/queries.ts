"use client";

import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError, api } from "@/lib/ui/api/client";
import { notifyFailure } from "@/lib/ui/api/failure";
import type { BodyOf } from "@/lib/ui/api/input";
import { answerQuery, keyOf, useAnswer, useList } from "@/lib/ui/api/resource-queries";
import { changeRule } from "@/lib/ui/rules/change-rule";
import type { GivenRule, Rule, RuleList } from "@/lib/ui/rules/rule";
import { moved } from "@/lib/ui/rules/words";

const OWN = "/tracker/rules";
const OF_WORKSPACE = "/workspaces/{workspace_id}/tracker/rules";
const POLL_MS = 2_000;

type Changes = BodyOf<"PATCH", `${typeof OWN}/{rule_id}`>;
export type RuleFile = BodyOf<"POST", `${typeof OWN}:import`>;

/** Whose rules: a workspace's, by its id, or the reader's own. */
export type Owner = { workspaceId: string } | "me";

/** The routes of an owner's rules. */
function routesOf(owner: Owner) {
  if (owner === "me") {
    const at = (id: string) => ({ params: { rule_id: id } });
    return {
      read: answerQuery(OWN, {}),
      key: keyOf(OWN),
      create: (body: BodyOf<"POST", typeof OWN>) => api.post(OWN, { body }),
      update: (id: string, body: Changes, ifMatch: string) =>
        api.patch(`${OWN}/{rule_id}`, { ...at(id), body, ifMatch }),
      delete: (id: string, ifMatch: string) => api.delete(`${OWN}/{rule_id}`, { ...at(id), ifMatch }),
      import: (body: RuleFile, ifMatch: string) => api.post(`${OWN}:import`, { body, ifMatch }),
      preview: () => api.post(`${OWN}:preview`, { body: {} }),
      apply: (ifMatch: string) => api.post(`${OWN}:apply`, { ifMatch }),
      cancel: () => api.post(`${OWN}:cancel`),
    };
  }
  const params = { workspace_id: owner.workspaceId };
  const at = (id: string) => ({ params: { ...params, rule_id: id } });
  return {
    read: answerQuery(OF_WORKSPACE, { params }),
    key: keyOf(OF_WORKSPACE, params),
    create: (body: BodyOf<"POST", typeof OWN>) => api.post(OF_WORKSPACE, { params, body }),
    update: (id: string, body: Changes, ifMatch: string) =>
      api.patch(`${OF_WORKSPACE}/{rule_id}`, { ...at(id), body, ifMatch }),
    delete: (id: string, ifMatch: string) => api.delete(`${OF_WORKSPACE}/{rule_id}`, { ...at(id), ifMatch }),
    import: (body: RuleFile, ifMatch: string) =>
      api.post(`${OF_WORKSPACE}:import`, { params, body, ifMatch }),
    preview: () => api.post(`${OF_WORKSPACE}:preview`, { params, body: {} }),
    apply: (ifMatch: string) => api.post(`${OF_WORKSPACE}:apply`, { params, ifMatch }),
    cancel: () => api.post(`${OF_WORKSPACE}:cancel`, { params }),
  };
}

const tagOf = ({ draft_version }: Pick<RuleList, "draft_version">) => `"${draft_version}"`;

/** The rules as they are written and in force, read again while what is held is derived again. */
export function useRules(owner: Owner) {
  const { read } = routesOf(owner);
  return useQuery<RuleList>({
    queryKey: read.queryKey,
    queryFn: read.queryFn,
    refetchInterval: ({ state }) => (state.data?.replay?.status === "running" ? POLL_MS : false),
  });
}

/** The rules as the page knows them. */
function known(queries: QueryClient, queryKey: readonly unknown[]): RuleList | undefined {
  return queries.getQueryData<RuleList>(queryKey);
}

/** A change of rules; they are read again whatever became of it. */
function useRuleMutation<T, R>(
  owner: Owner,
  send: (routes: ReturnType<typeof routesOf>, given: T) => Promise<R>,
) {
  const queries = useQueryClient();
  const routes = routesOf(owner);
  return useMutation({
    mutationFn: (given: T) => send(routes, given),
    onSettled: () => queries.invalidateQueries({ queryKey: routes.key }),
  });
}

/** Adds a rule at its place, or as the last. Others' changes meanwhile stay: it takes nothing away from them. */
export function useCreateRule(owner: Owner) {
  return useRuleMutation(owner, (routes, given: GivenRule & { position?: number }) => routes.create(given));
}

/** Changes a rule that was read in `list`. @throws ApiError as `changeRule` */
export function useUpdateRule(owner: Owner) {
  return useRuleMutation(owner, (routes, given: { list: RuleList; rule: Rule; to: Changes }) =>
    changeRule(given.rule, given.list.draft_version, (tag) => routes.update(given.rule.id, given.to, tag)),
  );
}

/** Takes a rule away that was read in `list`. @throws ApiError as `changeRule` */
export function useDeleteRule(owner: Owner) {
  return useRuleMutation(owner, (routes, given: { list: RuleList; rule: Rule }) =>
    changeRule(given.rule, given.list.draft_version, (tag) => routes.delete(given.rule.id, tag)),
  );
}

/** Writes down the rules of a file, provided that nobody has changed those of `list` meanwhile. */
export function useImportRules(owner: Owner) {
  return useRuleMutation(
    owner,
    (routes, { list, ...file }: RuleFile & { list: Pick<RuleList, "draft_version"> }) =>
      routes.import(file, tagOf(list)),
  );
}

/** Puts rules in force as they stand in `list`. */
export function useApplyRules(owner: Owner) {
  return useRuleMutation(owner, (routes, list: RuleList) => routes.apply(tagOf(list)));
}

/** Stops deriving again what is held. */
export function useCancelReplay(owner: Owner) {
  return useRuleMutation(owner, (routes, _: undefined) => routes.cancel());
}

/** The projects that an owner's rules can name. */
export function useRuleProjects(owner: Owner): readonly { id: string; name: string }[] {
  const isMine = owner === "me";
  const own = useAnswer("/tracker/projects", {}, { enabled: isMine });
  const params = { workspace_id: isMine ? "" : owner.workspaceId };
  const theirs = useList("/workspaces/{workspace_id}/projects", { params }, { isEnabled: !isMine });
  return (isMine ? own.data : theirs.items) ?? [];
}

/** Asks what the rules of `list` would make of the reader's own last days. */
export function usePreviewRules(owner: Owner) {
  const routes = routesOf(owner);
  return useMutation({
    mutationFn: async (list: RuleList) => ({ list, preview: await routes.preview() }),
  });
}

/**
 * Moves a rule, which shows at once. Several moves are sent one after the other, each upon what came of the one before;
 * where somebody else has changed the rules meanwhile, theirs are shown and the move is given up.
 */
export function useMoveRule(owner: Owner) {
  const queries = useQueryClient();
  const routes = routesOf(owner);
  const mutationKey = ["move", ...routes.key];
  const set = (change: (list: RuleList) => RuleList) =>
    queries.setQueryData<RuleList>(routes.key, (list) => list && change(list));
  return useMutation({
    mutationKey,
    scope: { id: JSON.stringify(mutationKey) },
    mutationFn: ({ id, to }: { id: string; to: number }) => {
      const version = known(queries, routes.key)?.draft_version ?? 0;
      return routes.update(id, { position: to }, tagOf({ draft_version: version }));
    },
    onMutate: async ({ id, to }) => {
      set((list) => ({ ...list, rules: moved(list.rules, id, to) }));
      await queries.cancelQueries({ queryKey: routes.key });
    },
    onSuccess: ({ draft_version }) => set((list) => ({ ...list, draft_version })),
    onError: (error) => {
      notifyFailure(
        "The order was not changed",
        error instanceof ApiError && error.status === 412
          ? new ApiError(412, "Someone else has changed these rules. Now you see theirs: move it again.")
          : error,
      );
    },
    onSettled: async () => {
      // While more moves wait, the server's order is older than what is shown.
      if (queries.isMutating({ mutationKey }) === 1)
        await queries.invalidateQueries({ queryKey: routes.key });
    },
  });
}
