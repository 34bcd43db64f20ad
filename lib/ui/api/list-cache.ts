"use client";

import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import type { ListPage } from "@/lib/ui/api/client";

type Pages<T> = InfiniteData<ListPage<T>, string>;

/**
 * Changes the rows of every list under a key ahead of the server's answer. The function returned takes that back.
 * Reads under way are dropped: they would bring the old rows again.
 */
export async function editLists<T>(
  queries: QueryClient,
  queryKey: QueryKey,
  edit: (items: T[]) => T[],
): Promise<() => void> {
  await queries.cancelQueries({ queryKey });
  const before = queries.getQueriesData<Pages<T>>({ queryKey });
  queries.setQueriesData<Pages<T>>(
    { queryKey },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: edit(page.items) })) },
  );
  return () => {
    for (const [key, data] of before) queries.setQueryData(key, data);
  };
}

/** Takes one row out of a list that is known already, of this very key. */
export function removeFromList(queries: QueryClient, queryKey: QueryKey, id: string): void {
  queries.setQueryData<Pages<{ id: string }>>(
    queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
      },
  );
}
