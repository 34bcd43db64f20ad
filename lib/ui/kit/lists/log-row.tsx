import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./log-row.module.css";

type Props = {
  status: ReactNode;
  title: string;
  /** The title is a name that programs use. */
  isCode?: boolean;
  detail: ReactNode;
  when: ReactNode;
  actions?: ReactNode;
  onOpen: () => void;
};

/** One line of a log: how it went, what it was, and when; opened by its title. */
export function LogRow({ status, title, isCode = false, detail, when, actions, onOpen }: Props) {
  return (
    <li className={classes.row}>
      {status}
      <div className={classes.words}>
        <UnstyledButton
          className={`${classes.open} ${isCode ? classes.code : ""}`}
          onClick={onOpen}
          data-opens
        >
          {title}
        </UnstyledButton>
        <p className={classes.detail}>{detail}</p>
      </div>
      <div className={classes.end}>
        <span className={classes.when}>{when}</span>
        {actions}
      </div>
    </li>
  );
}
