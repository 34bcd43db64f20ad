"use client";

import { Anchor, Text, Title } from "@mantine/core";
import type { IconUsers } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ErrorNotice } from "@/lib/ui/kit/error-notice";
import { Link } from "@/lib/ui/kit/link";
import { type List, RowSkeletons, ShowMore } from "@/lib/ui/kit/list-states";
import classes from "./list-page.module.css";
import rows from "./rows.module.css";

type Props<T> = {
  list: List<T>;
  /** What the rows are, in the plural: "teams". */
  what: string;
  label: string;
  renderRow?: (item: T) => ReactNode;
  /** Instead, all of them at once. */
  renderRows?: (items: T[]) => ReactNode;
  empty: ReactNode;
};

/** The rows of a list in a frame, in every state that a list can be in. */
export function ListPanel<T>({ list, what, label, renderRow, renderRows, empty }: Props<T>) {
  return (
    <div className={classes.panel}>
      {list.isPending ? <RowSkeletons count={4} what={what} /> : null}
      {list.error && list.items === undefined ? (
        <div style={{ paddingBlock: "1rem" }}>
          <ErrorNotice error={list.error} what={`the ${what}`} onRetry={() => list.refetch()} />
        </div>
      ) : null}
      {list.items?.length === 0 ? empty : null}
      {list.items?.length
        ? (renderRows?.(list.items) ?? (
            <ul className={rows.rows} aria-label={label}>
              {list.items.map((item) => renderRow?.(item))}
            </ul>
          ))
        : null}
      <ShowMore list={list} />
    </div>
  );
}

type EmptyProps = { Icon: typeof IconUsers; title: string; children: ReactNode; action?: ReactNode };

/** Where nothing is yet: what belongs here and how it gets here. */
export function Empty({ Icon, title, children, action }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <span className={classes.emptyIcon}>
        <Icon size={20} stroke={1.75} aria-hidden="true" />
      </span>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb={action ? "md" : 0}>
        {children}
      </Text>
      {action}
    </div>
  );
}

/** The way to the page above. */
export function UpLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor component={Link} href={href} size="sm" c="dimmed" className={classes.up ?? ""}>
      ← {children}
    </Anchor>
  );
}
