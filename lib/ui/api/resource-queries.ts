"use client";

import {
  type DataTag,
  hashKey,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
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
} from "@/lib/ui/api/input";

/*
 * What pages have read is cached by route: path, variable parts, query. A key with fewer of them stands for all that have
 * more, so that `keyOf(TEAMS, { workspace_id })` is every list of a workspace's teams, whatever its filters.
 */

type KeyQuery<P extends AnyPath> = P extends Path<"GET"> ? Partial<QueryOf<P>> : object;
type RouteKey<P extends AnyPath> = readonly [path: P, params: Partial<ParamsOf<P>>, query: KeyQuery<P>];
type KeyOf<P extends AnyPath> = P extends AnswerPath ? DataTag<RouteKey<P>, AnswerOf<"GET", P>> : RouteKey<P>;
type Pages<T> = InfiniteData<ListPage<T>, string | null>;

/** What stands behind the key of a list and of its first page: one path may be read both ways. */
const PAGES = "pages";
const FIRST_PAGE = "first page";

/** The key under which an answer is cached, and which stands for all that it is the beginning of. */
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

/** How to read one resource, for the hooks of the query library. */
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

/** Reads the first page of a list and no more. */
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
  /** How soon to read again, if at all; may depend on what was read. */
  pollMs?: number | false | ((items: T[]) => number | false);
  isEnabled?: boolean;
  /** What makes it another list, of which nothing is shown while this one loads. */
  part?: string;
};

/** Whether two keys are of the same list, seen through other filters. */
function isSameList(a: QueryKey, b: QueryKey): boolean {
  const whatOf = ([path, params, , ...kind]: QueryKey) => hashKey([path, params, kind]);
  return whatOf(a) === whatOf(b);
}

/** A list that grows by a page at a time, flattened. While it is filtered anew, what was shown stays. */
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
      before && isSameList(before.queryKey, queryKey) ? previous : undefined,
  });
  return { ...query, items: query.data?.pages.flatMap((page) => page.items) };
}

/** Gives a function that reads again whatever is shown of some routes. */
export function useRefresh(...keys: RouteKey<AnyPath>[]): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

const listsUnder = (queryKey: QueryKey) => ({
  queryKey,
  predicate: (query: { queryKey: QueryKey }) => query.queryKey[3] === PAGES,
});

/** The rows of all lists under a key, as far as they were read. */
export function knownItems<P extends ListPath>(queries: QueryClient, queryKey: RouteKey<P>): ItemOf<P>[] {
  const lists = queries.getQueriesData<Pages<ItemOf<P>>>(listsUnder(queryKey));
  return lists.flatMap(([, data]) => data?.pages.flatMap((page) => page.items) ?? []);
}

/**
 * Changes the rows of every list under a key ahead of the server's answer. The function returned takes that back.
 * Reads under way are dropped: they would bring the old rows again.
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
