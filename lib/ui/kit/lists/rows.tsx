import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { type List, RowSkeletons, ShowMore } from "@/lib/ui/kit/lists/list-states";
import { ErrorNotice } from "@/lib/ui/kit/states/error-notice";
import { useStandingError } from "@/lib/ui/kit/states/standing-error";
import rows from "./rows.module.css";

export type RowsProps<T> = {
  list: List<T>;
  /** What the rows are, in the plural: "teams". */
  what: string;
  /** As an error names them: "your tokens". Without it, with "the". */
  named?: string;
  /** The name of the list, where its heading does not give it. */
  label?: string;
  /** How many rows stand for those under way. */
  expected?: number;
  className?: string | undefined;
  /** What stands there instead of rows; a sentence is dimmed. */
  empty: ReactNode;
} & (
  | { renderRow: (item: T) => ReactNode; renderAll?: never }
  /** Instead of a list of rows. */
  | { renderAll: (items: T[]) => ReactNode; renderRow?: never }
);

/** The rows of a list in every state that a list can be in. */
export function Rows<T>(props: RowsProps<T>) {
  const { list, what, named = `the ${what}`, label, expected = 2, className = rows.rows, empty } = props;
  const { items } = list;
  const { error, isRetrying } = useStandingError(items, list);
  const sentence =
    typeof empty === "string" ? (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    ) : (
      empty
    );
  return (
    <>
      {list.isPending && !isRetrying ? <RowSkeletons count={expected} what={what} /> : null}
      {error ? (
        <ErrorNotice error={error} what={named} isRetrying={isRetrying} onRetry={() => list.refetch()} />
      ) : null}
      {items?.length === 0 ? sentence : null}
      {items?.length && props.renderAll ? props.renderAll(items) : null}
      {items?.length && props.renderRow ? (
        <ul className={className} aria-label={label}>
          {items.map(props.renderRow)}
        </ul>
      ) : null}
      <ShowMore list={list} />
    </>
  );
}
