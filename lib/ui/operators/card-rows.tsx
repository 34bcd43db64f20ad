import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Loaded, type Reading } from "@/lib/ui/kit/states/loaded";

/** The rows of a card, or a sentence if there are none. */
export function CardRows<T>({
  query,
  what,
  none,
  shownMax,
  children,
}: {
  query: Reading<T[]>;
  what: string;
  none: string;
  /** How many the answer holds at most: where that many came, there may be more. */
  shownMax?: number;
  children: (item: T) => ReactNode;
}) {
  return (
    <Loaded query={query} what={what} bones={[96]}>
      {(list) =>
        list.length === 0 ? (
          <Text size="sm" c="dimmed">
            {none}
          </Text>
        ) : (
          <>
            <ul className={rows.rows}>{list.map(children)}</ul>
            {list.length === shownMax ? (
              <Text size="sm" c="dimmed" mt="md">
                Only the latest {shownMax} are shown.
              </Text>
            ) : null}
          </>
        )
      }
    </Loaded>
  );
}
