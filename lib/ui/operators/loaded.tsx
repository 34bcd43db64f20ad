"use client";

import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { ErrorNotice } from "@/lib/ui/kit/error-notice";
import { RowSkeletons } from "@/lib/ui/kit/list-states";
import rows from "@/lib/ui/kit/rows.module.css";

type Query<T> = { data: T | undefined; error: Error | null; isPending: boolean; refetch: () => unknown };

/** A query's content in every state it can be in. */
export function Loaded<T>({
  query,
  what,
  children,
}: {
  query: Query<T>;
  what: string;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorNotice error={query.error} what={what} onRetry={() => query.refetch()} />;
  return <RowSkeletons count={2} what={what} />;
}

/** The rows of a card, or a sentence where there are none. */
export function Rows<T>({
  query,
  what,
  none,
  children,
}: {
  query: Query<T[]>;
  what: string;
  none: string;
  children: (item: T) => ReactNode;
}) {
  return (
    <Loaded query={query} what={what}>
      {(list) =>
        list.length === 0 ? (
          <Text size="sm" c="dimmed">
            {none}
          </Text>
        ) : (
          <ul className={rows.rows}>{list.map(children)}</ul>
        )
      }
    </Loaded>
  );
}
