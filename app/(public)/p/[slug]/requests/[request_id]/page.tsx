import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { cache } from "react";
import { found, projectWith } from "@/app/(public)/p/[slug]/project";
import { PageQuery } from "@/lib/http/paging";
import { getPublicRequest } from "@/lib/projects/requests/get-request";
import { listPublicComments } from "@/lib/projects/requests/list-comments";
import { listPublicStatusChanges } from "@/lib/projects/requests/list-status-changes";
import { PublicRequestParams } from "@/lib/projects/requests/schema";
import { Markdown } from "@/lib/ui/light-kit/markdown/markdown";
import { plainText } from "@/lib/ui/light-kit/markdown/read-markdown";
import { CommentForm } from "@/lib/ui/public/project/comment-form";
import { Day } from "@/lib/ui/public/project/day";
import { OwnComment, OwnRequest } from "@/lib/ui/public/project/own-actions";
import classes from "@/lib/ui/public/project/project.module.css";
import { ProjectPage } from "@/lib/ui/public/project/project-page";
import { Author, Category, StatusBadge } from "@/lib/ui/public/project/request-parts";
import { Visitor } from "@/lib/ui/public/project/visitor";
import { VoteButton } from "@/lib/ui/public/project/vote-button";
import { STATUS_WORDS, TASK_WORDS } from "@/lib/ui/public/project/words";

const COMMENTS_PER_PAGE = 100;

type Props = {
  params: Promise<{ slug: string; request_id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const requestOf = cache((slug: string, requestId: string) => {
  const params = PublicRequestParams.safeParse({ slug, request_id: requestId });
  if (!params.success) notFound();
  return found(getPublicRequest(slug, requestId, null));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, request_id } = await params;
  const { title, description } = await requestOf(slug, request_id);
  return { title, ...(description === "" ? {} : { description: plainText(description, 200) }) };
}

export default async function RequestPage({ params, searchParams }: Props) {
  const { slug, request_id: id } = await params;
  const project = await projectWith(slug, "roadmap");
  const request = await requestOf(slug, id);
  const home = `/p/${encodeURIComponent(slug)}/requests`;
  if (request.merged_into_id !== null) permanentRedirect(`${home}/${request.merged_into_id}`);
  const asked = PageQuery.safeParse({ limit: COMMENTS_PER_PAGE, cursor: (await searchParams).cursor });
  const query = asked.success ? asked.data : PageQuery.parse({ limit: COMMENTS_PER_PAGE });
  const [comments, changes] = await Promise.all([
    found(listPublicComments(slug, id, query, null)),
    found(listPublicStatusChanges(slug, id, null)),
  ]);
  const { title, description, status, author, votes, task, category, created_at, edited_at } = request;
  return (
    <ProjectPage project={project} current="requests">
      <Visitor source={{ slug, requestId: id, comments: { limit: query.limit, cursor: query.cursor ?? "" } }}>
        <OwnRequest slug={slug} request={{ id, title, description }}>
          <div className={`${classes.row} ${classes.top}`}>
            <VoteButton slug={slug} requestId={id} title={title} votes={votes} />
            <div className={classes.what}>
              <h1 className={classes.title} dir="auto" style={{ marginBottom: 0 }}>
                {title}
              </h1>
              <p className={classes.meta}>
                <StatusBadge status={status} />
                {category === null ? null : <Category name={category} />}
                <Author author={author} />
                <Day at={created_at} />
                {edited_at === null ? null : <span>edited</span>}
              </p>
            </div>
          </div>
          {description === "" ? null : (
            <Markdown className={classes.text ?? ""} text={description} level={2} isByVisitor />
          )}
        </OwnRequest>
        {task === null ? null : (
          <p className={classes.dimmed}>
            On the board as {task.key}, <span dir="auto">{task.title}</span>: {TASK_WORDS[task.status]}
          </p>
        )}
        {changes.length === 0 ? null : (
          <section aria-labelledby="history">
            <h2 id="history" className={classes.subtitle}>
              History
            </h2>
            <ol className={classes.history}>
              {changes.map((change) => (
                <li key={change.created_at}>
                  {STATUS_WORDS[change.from]} → <strong>{STATUS_WORDS[change.to]}</strong>{" "}
                  <span className={classes.dimmed}>
                    <Day at={change.created_at} />
                  </span>
                </li>
              ))}
            </ol>
          </section>
        )}
        <section aria-labelledby="comments">
          <h2 id="comments" className={classes.subtitle}>
            Comments
          </h2>
          {comments.items.length === 0 ? (
            <p className={classes.dimmed}>No comments yet.</p>
          ) : (
            <ul className={classes.comments}>
              {comments.items.map((comment) => (
                <li key={comment.id} className={classes.comment} data-staff={comment.is_staff}>
                  <span className={classes.who}>
                    <Author author={comment.author} />
                  </span>
                  {comment.is_staff ? <span className={classes.staff}>Staff</span> : null}{" "}
                  <span className={classes.dimmed}>
                    <Day at={comment.created_at} />
                    {comment.edited_at === null ? null : " · edited"}
                  </span>
                  <OwnComment slug={slug} requestId={id} comment={{ id: comment.id, body: comment.body }}>
                    <Markdown className={classes.text ?? ""} text={comment.body} isByVisitor />
                  </OwnComment>
                </li>
              ))}
            </ul>
          )}
          {comments.nextCursor ? (
            <p className={classes.pager}>
              <a href={`${home}/${id}?cursor=${comments.nextCursor}`}>Later comments</a>
            </p>
          ) : null}
          <noscript>
            <p className={classes.dimmed}>
              Voting and commenting need JavaScript, because you have to be signed in.
            </p>
          </noscript>
          <CommentForm slug={slug} requestId={id} />
        </section>
      </Visitor>
    </ProjectPage>
  );
}
