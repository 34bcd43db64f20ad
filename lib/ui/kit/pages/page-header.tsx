import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./page-header.module.css";

type Props = {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Whether the page takes all the room of a wide screen, as tables do. */
  isWide?: boolean;
};

/** The head of a workspace's page: what it is about, and what can be done first. */
export function PageHeader({ title, description, actions, isWide = false }: Props) {
  return (
    <header className={classes.header} data-wide={isWide || undefined}>
      <div className={classes.words}>
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {description ? <div className={classes.description}>{description}</div> : null}
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </header>
  );
}
