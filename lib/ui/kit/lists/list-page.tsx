import { Anchor, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { IconUsers } from "@/lib/ui/icons";
import { Rows, type RowsProps } from "@/lib/ui/kit/lists/rows";
import { Link } from "@/lib/ui/kit/pages/link";
import classes from "./list-page.module.css";

/** The rows of a list in a frame, in every state that a list can be in. */
export function ListPanel<T>(props: RowsProps<T>) {
  return (
    <div className={classes.panel}>
      <Rows expected={4} {...props} />
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
