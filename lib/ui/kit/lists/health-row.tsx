import type { ReactNode } from "react";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import classes from "./health-row.module.css";

type Props = {
  href: string;
  name: string;
  detail: ReactNode;
  /** How it does, and below it what says so. */
  health: ReactNode;
  since: ReactNode;
  /** What switches it on and off. */
  control: ReactNode;
  /** What is wrong with it, in sentences. */
  troubles?: readonly (string | null)[];
  children?: ReactNode;
};

/** A row about something that runs automatically: what it is, its health, and its switch. */
export function HealthRow(props: Props) {
  const { href, name, detail, health, since, control, troubles = [], children } = props;
  return (
    <li className={classes.row}>
      <div className={classes.line}>
        <div className={rows.main}>
          <p className={rows.name}>
            <Link href={href} className={page.link} data-opens>
              {name}
            </Link>
          </p>
          <p className={rows.detail}>{detail}</p>
        </div>
        <div>
          {health}
          {since ? <p className={classes.since}>{since}</p> : null}
        </div>
        {control}
      </div>
      {troubles.map((trouble) =>
        trouble === null ? null : (
          <p key={trouble} className={classes.trouble}>
            {trouble}
          </p>
        ),
      )}
      {children}
    </li>
  );
}
