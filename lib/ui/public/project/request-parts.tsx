import type { z } from "zod";
import type { PublicRequest } from "@/lib/projects/requests/schema";
import { plainText } from "@/lib/ui/light-kit/markdown/read-markdown";
import { Day } from "@/lib/ui/public/project/day";
import { Initials } from "@/lib/ui/public/project/initials";
import own from "@/lib/ui/public/project/own.module.css";
import classes from "@/lib/ui/public/project/project.module.css";
import { VoteButton } from "@/lib/ui/public/project/vote-button";
import { counted, STATUS_WORDS, type Status } from "@/lib/ui/public/project/words";

type Request = z.output<typeof PublicRequest>;

/** More than fits the two visible lines. */
const EXCERPT_CHARS_MAX = 400;

export function StatusBadge({ status }: { status: Status }) {
  return (
    <span className={classes.status} data-status={status}>
      {STATUS_WORDS[status]}
    </span>
  );
}

/** The author, as far as strangers may know. */
export function Author({ author }: { author: { name: string } | null }) {
  const name = author?.name ?? "Someone";
  return (
    <span className={own.person}>
      <Initials name={name} />
      <span dir="auto">{name}</span>
    </span>
  );
}

export function Category({ name }: { name: string }) {
  return (
    <span className={own.category} dir="auto">
      {name}
    </span>
  );
}

/** One request in a list, with its vote. */
export function RequestRow({ slug, request }: { slug: string; request: Request }) {
  const { id, title, description, status, votes, comments, author, category, created_at } = request;
  return (
    <li className={classes.row}>
      <VoteButton slug={slug} requestId={id} title={title} votes={votes} />
      <div className={classes.what}>
        <a className={classes.link} href={`/p/${encodeURIComponent(slug)}/requests/${id}`} dir="auto">
          {title}
        </a>
        {description === "" ? null : (
          <p className={classes.excerpt} dir="auto">
            {plainText(description, EXCERPT_CHARS_MAX)}
          </p>
        )}
        <p className={classes.meta}>
          <StatusBadge status={status} />
          {category === null ? null : <Category name={category} />}
          <Author author={author} />
          <Day at={created_at} />
          {comments === 0 ? null : <span>{counted(comments, "comment")}</span>}
        </p>
      </div>
    </li>
  );
}
