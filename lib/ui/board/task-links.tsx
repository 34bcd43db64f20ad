import { Anchor } from "@mantine/core";
import { type TaskLink, useTaskLinks } from "@/lib/ui/board/queries";
import { IconCircleDot, IconGitCommit, IconGitPullRequest } from "@/lib/ui/icons";
import { Rows } from "@/lib/ui/kit/lists/rows";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Tag } from "@/lib/ui/kit/status/tag";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import classes from "./task-drawer.module.css";

const KINDS = {
  commit: { label: "Commit", Icon: IconGitCommit },
  pull_request: { label: "Pull request", Icon: IconGitPullRequest },
  issue: { label: "Issue", Icon: IconCircleDot },
} as const;

const STATES: Record<TaskLink["state"], string> = {
  open: "Open",
  draft: "Draft",
  closed: "Closed",
  merged: "Merged",
};

const SHORT_HASH_CHARS = 7;

/** `acme/website#42`, `acme/website@1a2b3c4`: as the code host writes it. */
function nameOf({ kind, ref, repository }: TaskLink): string {
  return kind === "commit" ? `${repository}@${ref.slice(0, SHORT_HASH_CHARS)}` : `${repository}#${ref}`;
}

function LinkRow({ link }: { link: TaskLink }) {
  const { label, Icon } = KINDS[link.kind];
  const title = link.title === "" ? nameOf(link) : link.title;
  return (
    <li className={rows.row}>
      <span className={rows.tile} title={label}>
        <Icon size={17} stroke={1.75} aria-label={label} role="img" />
      </span>
      <div className={rows.main}>
        <p className={rows.name}>
          {link.url !== null && /^https?:\/\//i.test(link.url) ? (
            <Anchor href={link.url} target="_blank" rel="noopener noreferrer" inherit>
              {title}
            </Anchor>
          ) : (
            title
          )}
        </p>
        <p className={rows.detail}>
          {nameOf(link)} · {link.is_fix ? "fixes it · " : ""}
          <RelativeTime at={link.updated_at} />
        </p>
      </div>
      <Tag tone={link.state === "merged" ? "accent" : "plain"}>{STATES[link.state]}</Tag>
    </li>
  );
}

/** The commits, pull requests and issues that name a task; if there are none, how to link one. */
export function TaskLinks(props: { number: number; taskKey: string }) {
  const links = useTaskLinks(props.number);
  if (links.isPending) return null;
  return (
    <section aria-labelledby="task-links" className={classes.links}>
      <h3 id="task-links" className={classes.linksTitle}>
        Code
      </h3>
      <Rows
        list={links}
        what="links to code"
        label="Commits, pull requests and issues"
        empty={
          <p className={`${rows.detail} ${rows.wrapping}`}>
            Name {props.taskKey} in a branch, commit or pull request of an adopted repository to see it here.
          </p>
        }
        renderRow={(link) => <LinkRow key={link.id} link={link} />}
      />
    </section>
  );
}
