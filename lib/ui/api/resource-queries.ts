import {
  type DataTag,
  hashKey,
  type InfiniteData,
  type Query,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
  type UseMutationOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { inputWith } from "@/lib/ui/api/address";
import { api, type ListPage } from "@/lib/ui/api/client";
import type {
  AnswerOf,
  AnswerPath,
  AnyPath,
  InputOf,
  ItemOf,
  ListPath,
  ParamsOf,
  Path,
  QueryOf,
  RestOf,
} from "@/lib/ui/api/input";
import { rebased } from "@/lib/ui/api/rebased";

/*
 * What pages have read is cached by route: path, variable parts, query. A key with fewer of them matches all that have
 * more: `keyOf(TEAMS, { workspace_id })` is every list of a workspace's teams, whatever its filters.
 */

type KeyQuery<P extends AnyPath> = P extends Path<"GET"> ? Partial<QueryOf<P>> : object;
type RouteKey<P extends AnyPath> = readonly [path: P, params: Partial<ParamsOf<P>>, query: KeyQuery<P>];
type KeyOf<P extends AnyPath> = P extends AnswerPath ? DataTag<RouteKey<P>, AnswerOf<"GET", P>> : RouteKey<P>;
type Pages<T> = InfiniteData<ListPage<T>, string | null>;

/** Ends the key of a paged list, because one path may be read both as pages and as a first page only. */
const PAGES = "pages";
const FIRST_PAGE = "first page";

/** The key under which an answer is cached; it also matches all longer keys that begin with it. */
export function keyOf<P extends AnyPath>(
  path: P,
  params: Partial<ParamsOf<P>> = {},
  query: KeyQuery<P> = {} as KeyQuery<P>,
): KeyOf<P> {
  return [path, params, query] as unknown as KeyOf<P>;
}

function keyOfInput(path: string, input: object): QueryKey {
  const { params = {}, query = {} } = input as { params?: object; query?: object };
  return [path, params, query];
}

function reading<I>(input: I, signal: AbortSignal): I & { signal: AbortSignal } {
  return { ...input, signal };
}

type AnswerOptions<A, T> = Omit<UseQueryOptions<A, Error, T>, "queryKey" | "queryFn">;

/** The query options for reading one resource. */
export function answerQuery<P extends AnswerPath>(path: P, input: InputOf<"GET", P>) {
  return {
    queryKey: keyOfInput(path, input as object),
    queryFn: ({ signal }: { signal: AbortSignal }) => api.get<P>(path, reading(input, signal)),
  };
}

/** Reads one resource. */
export function useAnswer<P extends AnswerPath, T = AnswerOf<"GET", P>>(
  path: P,
  input: InputOf<"GET", P>,
  options: AnswerOptions<AnswerOf<"GET", P>, T> = {},
) {
  return useQuery({ ...options, ...answerQuery(path, input) });
}

const OPENED_POLL_MS = 15_000;

/** Reads what a page or drawer is about, and again while that is open: others change, rename and delete it. */
export function useOpened<P extends AnswerPath, T = AnswerOf<"GET", P>>(
  path: P,
  input: InputOf<"GET", P>,
  options: AnswerOptions<AnswerOf<"GET", P>, T> = {},
) {
  return useAnswer(path, input, { refetchInterval: OPENED_POLL_MS, ...options });
}

/** Reads only the first page of a list. */
export function useFirstPage<P extends ListPath, T = ListPage<ItemOf<P>>>(
  path: P,
  input: InputOf<"GET", P>,
  options: AnswerOptions<ListPage<ItemOf<P>>, T> = {},
) {
  return useQuery({
    ...options,
    queryKey: [...keyOfInput(path, input as object), FIRST_PAGE],
    queryFn: ({ signal }) => api.page<P>(path, reading(input, signal)),
  });
}

type ListOptions<T> = {
  /** How long to wait before reading again, if at all; may depend on what was read. */
  pollMs?: number | false | ((items: T[]) => number | false);
  isEnabled?: boolean;
  /** What makes it a different list, so that nothing of the previous one is shown while this one loads. */
  part?: string;
};

/** Whether two keys belong to the same list with different filters. */
function isSameList(a: QueryKey, b: QueryKey): boolean {
  const whatOf = ([path, params, , ...kind]: QueryKey) => hashKey([path, params, kind]);
  return whatOf(a) === whatOf(b);
}

/**
 * A list that loads page by page, flattened. While new filters load, the previous rows stay; that there were none says
 * nothing about the new filters.
 */
export function useList<P extends ListPath>(
  path: P,
  input: InputOf<"GET", P>,
  { pollMs = false, isEnabled = true, part = "" }: ListOptions<ItemOf<P>> = {},
) {
  const queryKey = [...keyOfInput(path, input as object), PAGES, part];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }): Promise<ListPage<ItemOf<P>>> =>
      pageParam === null ? api.page<P>(path, reading(input, signal)) : api.nextPage(path, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) =>
      typeof pollMs === "function" ? pollMs(state.data?.pages.flatMap((page) => page.items) ?? []) : pollMs,
    enabled: isEnabled,
    placeholderData: (previous, before) =>
      before && isSameList(before.queryKey, queryKey) && previous?.pages.some(({ items }) => items.length > 0)
        ? previous
        : undefined,
  });
  return { ...query, items: query.data?.pages.flatMap((page) => page.items) };
}

/** Refetches whatever is shown of what has changed. */
export async function refresh(queries: QueryClient, changed: QueryFilters): Promise<void> {
  // A first answer that is on its way may be older than the change, and would not be asked for again.
  const first = queries
    .getQueryCache()
    .findAll({ ...changed, fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined);
  await queries.invalidateQueries(changed);
  await Promise.all(first.map(({ queryKey }) => queries.invalidateQueries({ queryKey, exact: true })));
}

/** Returns a function that refetches whatever is shown of some routes. */
export function useRefresh(...keys: RouteKey<AnyPath>[]): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => Promise.all(keys.map((queryKey) => refresh(queries, { queryKey })));
}

/** Returns a function that caches an answer, and refetches whatever is shown of some routes. */
export function useKeep<T>(queryKey: DataTag<QueryKey, T>, ...changed: RouteKey<AnyPath>[]) {
  const queries = useQueryClient();
  const refreshChanged = useRefresh(...changed);
  return (answer: NoInfer<T>): Promise<unknown> => {
    queries.setQueryData<T>(queryKey, answer);
    return refreshChanged();
  };
}

/** When what a query reads was deleted here; by query, because the server would answer 404. */
const deletedAt = new WeakMap<Query, number>();

/** Marks what was read of a deleted resource, and of what is below it, until it is read again: it may be restored. */
export function markDeleted(queries: QueryClient, path: string, params: object): void {
  // To delete a list empties it, and it can still be read.
  if (!path.endsWith("}")) return;
  const predicate = ({ queryKey: [at, parts = {}] }: Query) =>
    typeof at === "string" &&
    (at === path || at.startsWith(`${path}/`)) &&
    Object.entries(params).every(([name, part]) => (parts as Record<string, unknown>)[name] === part);
  for (const query of queries.getQueryCache().findAll({ predicate })) deletedAt.set(query, Date.now());
}

/** Whether what a query has read was deleted since in this tab, which may still show it for a moment. */
export function isDeleted(query: Query): boolean {
  return (deletedAt.get(query) ?? -1) >= query.state.dataUpdatedAt;
}

type Verb = "post" | "put" | "patch" | "delete";

/**
 * A change by one route. Its function takes the route's body; where `params` lacks one variable part of the path, it
 * takes that part instead, as in `useSend("delete", TEAM, { workspace_id })` and then `mutate(teamId)`.
 */
export function useSend<V extends Verb, P extends AnswerPath<Uppercase<V>>, G extends Partial<ParamsOf<P>>>(
  verb: V,
  path: P,
  params: G,
  options: Omit<
    UseMutationOptions<AnswerOf<Uppercase<V>, P>, Error, RestOf<Uppercase<V>, P, G>>,
    "mutationFn"
  > = {},
) {
  const queries = useQueryClient();
  const send = api[verb] as (path: P, input: object) => Promise<AnswerOf<Uppercase<V>, P>>;
  return useMutation({
    ...options,
    mutationFn: async (rest: RestOf<Uppercase<V>, P, G>) => {
      const input = inputWith(path, params, rest);
      const answer = await send(path, input);
      if (verb === "delete") markDeleted(queries, path, input.params);
      return answer;
    },
  });
}

const listsUnder = (queryKey: QueryKey) => ({
  queryKey,
  predicate: (query: { queryKey: QueryKey }) => query.queryKey[3] === PAGES,
});

/** The rows of all lists under a key that were read so far. */
export function knownItems<P extends ListPath>(queries: QueryClient, queryKey: RouteKey<P>): ItemOf<P>[] {
  const lists = queries.getQueriesData<Pages<ItemOf<P>>>(listsUnder(queryKey));
  return lists.flatMap(([, data]) => data?.pages.flatMap((page) => page.items) ?? []);
}

/**
 * Changes the rows of every list under a key before the server answers, and returns a function that reverts it.
 * Requests in progress are cancelled, because they would bring the old rows back.
 */
export async function editItems<P extends ListPath>(
  queries: QueryClient,
  queryKey: RouteKey<P>,
  edit: (items: ItemOf<P>[]) => ItemOf<P>[],
): Promise<() => void> {
  const lists = listsUnder(queryKey);
  await queries.cancelQueries(lists);
  const before = queries.getQueriesData<Pages<ItemOf<P>>>(lists);
  queries.setQueriesData<Pages<ItemOf<P>>>(
    lists,
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: edit(page.items) })) },
  );
  return () => {
    for (const [key, data] of before) queries.setQueryData(key, data);
  };
}

type ListChange<P extends ListPath, V, R> = {
  send: (values: V) => Promise<R>;
  /** What the rows are once it is made. */
  edit: (items: ItemOf<P>[], values: V) => ItemOf<P>[];
  onSettled: () => Promise<unknown>;
};

/** A change that lists show before the server has answered; if it refuses, they show again what was there. */
export function useListChange<P extends ListPath, V, R>(
  queryKey: RouteKey<P>,
  { send, edit, onSettled }: ListChange<P, V, R>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onMutate: (values: V) => editItems(queries, queryKey, (items) => edit(items, values)),
    onError: (_error, _values, takeBack) => takeBack?.(),
    onSettled,
  });
}

/** What is shown, with what a change says of it. */
export function withChange<T extends object>(shown: T, change: { [K in keyof T]?: T[K] | undefined }): T {
  const said = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...shown, ...Object.fromEntries(said) };
}

/** What is shown, with what an edit changed as it was before; a list goes back as a whole. */
function withoutEdit<T extends object>(shown: T, before: T, edited: T): T {
  return Array.isArray(before) ? before : rebased(shown, edited, before);
}

type AnswerChange<T extends object, V, R extends T, L extends ListPath> = {
  send: (values: V) => Promise<R>;
  /** What is shown until the server has answered. */
  edit: (answer: T, values: V) => T;
  /** Lists that show the same in one of their rows. */
  inLists?: { key: RouteKey<L>; edit: (items: ItemOf<L>[], values: V) => ItemOf<L>[] };
  onSettled?: () => Promise<unknown>;
};

/**
 * The options for a change of one answer that pages show before the server has answered; if it refuses, that change alone
 * is taken back. Changes are sent one after the other, so that the last one holds.
 */
export function answerChange<T extends object, V, R extends T, L extends ListPath = never>(
  queries: QueryClient,
  queryKey: DataTag<QueryKey, T>,
  { send, edit, inLists, onSettled }: AnswerChange<T, V, R, L>,
): UseMutationOptions<R, Error, V, () => void> {
  const mutationKey = ["change", ...queryKey];
  return {
    mutationKey,
    scope: { id: hashKey(mutationKey) },
    mutationFn: send,
    onMutate: async (values) => {
      const before = queries.getQueryData<T>(queryKey);
      const edited = before && edit(before, values);
      if (edited) queries.setQueryData<T>(queryKey, edited);
      // An answer on its way would show the older one.
      await queries.cancelQueries({ queryKey });
      const takeBackRows =
        inLists && (await editItems(queries, inLists.key, (items) => inLists.edit(items, values)));
      return () => {
        if (edited) queries.setQueryData<T>(queryKey, (shown) => shown && withoutEdit(shown, before, edited));
        takeBackRows?.();
      };
    },
    onError: (_error, _values, takeBack) => {
      takeBack?.();
      // What was shown before may itself have been refused.
      return queries.invalidateQueries({ queryKey });
    },
    onSuccess: (answer) => {
      // While more changes wait, an answer is older than what is shown; the last one has them all.
      if (queries.isMutating({ mutationKey }) === 1) queries.setQueryData<T>(queryKey, answer);
    },
    ...(onSettled ? { onSettled } : {}),
  };
}

/** Such a change. */
export function useAnswerChange<T extends object, V, R extends T, L extends ListPath = never>(
  queryKey: DataTag<QueryKey, T>,
  change: AnswerChange<T, V, R, L>,
) {
  return useMutation(answerChange(useQueryClient(), queryKey, change));
}
