import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError, api, isRefusal } from "@/lib/ui/api/client";
import { notifyFailure } from "@/lib/ui/api/failure";
import type { BodyOf } from "@/lib/ui/api/input";
import { answerQuery, keyOf, refresh, useAnswer, useList } from "@/lib/ui/api/resource-queries";
import { changeRule } from "@/lib/ui/rules/change-rule";
import type { GivenRule, Rule, RuleList } from "@/lib/ui/rules/rule";
import { moved } from "@/lib/ui/rules/words";

const OWN = "/tracker/rules";
const OF_WORKSPACE = "/workspaces/{workspace_id}/tracker/rules";
const POLL_MS = 2_000;

type Changes = BodyOf<"PATCH", `${typeof OWN}/{rule_id}`>;
export type RuleFile = BodyOf<"POST", `${typeof OWN}:import`>;

/** The owner of rules: a workspace, by its id, or the reader. */
export type Owner = { workspaceId: string } | "me";

/** The routes of an owner's rules: the same ones below two paths. */
function routesOf(owner: Owner) {
  const path = owner === "me" ? OWN : OF_WORKSPACE;
  const all = { params: owner === "me" ? {} : { workspace_id: owner.workspaceId } };
  const one = (id: string) => ({ params: { ...all.params, rule_id: id } });
  return {
    read: answerQuery(path, all),
    key: keyOf(path, all.params),
    create: (body: BodyOf<"POST", typeof OWN>) => api.post(path, { ...all, body }),
    update: (id: string, body: Changes, ifMatch: string) =>
      api.patch(`${path}/{rule_id}`, { ...one(id), body, ifMatch }),
    delete: (id: string, ifMatch: string) => api.delete(`${path}/{rule_id}`, { ...one(id), ifMatch }),
    import: (body: RuleFile, ifMatch: string) => api.post(`${path}:import`, { ...all, body, ifMatch }),
    preview: () => api.post(`${path}:preview`, { ...all, body: {} }),
    apply: (ifMatch: string) => api.post(`${path}:apply`, { ...all, ifMatch }),
    cancel: () => api.post(`${path}:cancel`, all),
  };
}

const tagOf = ({ draft_version }: Pick<RuleList, "draft_version">) => `"${draft_version}"`;

/** The draft and the rules in force, polled while a replay is running. */
export function useRules(owner: Owner) {
  const { read } = routesOf(owner);
  return useQuery<RuleList>({
    queryKey: read.queryKey,
    queryFn: read.queryFn,
    refetchInterval: ({ state }) => (state.data?.replay?.status === "running" ? POLL_MS : false),
  });
}

/** The rules as cached. */
function known(queries: QueryClient, queryKey: readonly unknown[]): RuleList | undefined {
  return queries.getQueryData<RuleList>(queryKey);
}

/** A change of rules. The rules are refetched whether or not it succeeds. */
function useRuleMutation<T, R>(
  owner: Owner,
  send: (routes: ReturnType<typeof routesOf>, given: T) => Promise<R>,
) {
  const queries = useQueryClient();
  const routes = routesOf(owner);
  return useMutation({
    mutationFn: (given: T) => send(routes, given),
    onSettled: () => refresh(queries, { queryKey: routes.key }),
  });
}

/** Adds a rule at a position, or at the end. It can't conflict with others' changes, because it removes nothing. */
export function useCreateRule(owner: Owner) {
  return useRuleMutation(owner, (routes, given: GivenRule & { position?: number }) => routes.create(given));
}

/** Changes a rule that was read as part of `list`. @throws ApiError as `changeRule` */
export function useUpdateRule(owner: Owner) {
  return useRuleMutation(owner, (routes, given: { list: RuleList; rule: Rule; to: Changes }) =>
    changeRule(given.rule, given.list.draft_version, (tag) => routes.update(given.rule.id, given.to, tag)),
  );
}

/** Deletes a rule that was read as part of `list`. @throws ApiError as `changeRule` */
export function useDeleteRule(owner: Owner) {
  return useRuleMutation(owner, (routes, given: { list: RuleList; rule: Rule }) =>
    changeRule(given.rule, given.list.draft_version, (tag) => routes.delete(given.rule.id, tag)),
  );
}

/** Imports the rules of a file into the draft, unless somebody has changed the rules since `list` was read. */
export function useImportRules(owner: Owner) {
  return useRuleMutation(
    owner,
    (routes, { list, ...file }: RuleFile & { list: Pick<RuleList, "draft_version"> }) =>
      routes.import(file, tagOf(list)),
  );
}

/** Puts the draft in force, as it was read in `list`. */
export function useApplyRules(owner: Owner) {
  return useRuleMutation(owner, (routes, list: RuleList) => routes.apply(tagOf(list)));
}

/** Cancels a replay. */
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

/** Previews the rules of `list` on the reader's own last days. */
export function usePreviewRules(owner: Owner) {
  const routes = routesOf(owner);
  return useMutation({
    mutationFn: async (list: RuleList) => ({ list, preview: await routes.preview() }),
  });
}

/**
 * Moves a rule; shown at once. Several moves are sent one after the other, each based on the result of the one before.
 * If somebody else has changed the rules meanwhile, their version is shown and the move is dropped.
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
        isRefusal(error, 412)
          ? new ApiError(412, "Someone else has changed these rules. Now you see theirs: move it again.")
          : error,
      );
    },
    onSettled: async () => {
      // While more moves are waiting, the server's order is older than what is shown.
      if (queries.isMutating({ mutationKey }) === 1)
        await queries.invalidateQueries({ queryKey: routes.key });
    },
  });
}
