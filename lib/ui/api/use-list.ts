"use client";

import { hashKey, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { getPage, type ListPage } from "@/lib/ui/api/client";

type ListOptions<T> = {
  /** How soon to read again, if at all; may depend on what was read. */
  pollMs?: number | false | ((items: T[]) => number | false);
  isEnabled?: boolean;
};

/** Whether two keys are of the same list, seen through other filters: those are an object at the end. */
function isSameList(a: QueryKey, b: QueryKey): boolean {
  return typeof a.at(-1) === "object" && hashKey(a.slice(0, -1)) === hashKey(b.slice(0, -1));
}

/** A list that grows by a page at a time, flattened. While it is filtered anew, what was shown stays. */
export function useList<T>(
  queryKey: QueryKey,
  path: string,
  { pollMs = false, isEnabled = true }: ListOptions<T> = {},
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }): Promise<ListPage<T>> => getPage<T>(pageParam, signal),
    initialPageParam: path,
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) =>
      typeof pollMs === "function" ? pollMs(state.data?.pages.flatMap((page) => page.items) ?? []) : pollMs,
    enabled: isEnabled,
    placeholderData: (previous, before) =>
      before && isSameList(before.queryKey, queryKey) ? previous : undefined,
  });
  return { ...query, items: query.data?.pages.flatMap((page) => page.items) };
}
