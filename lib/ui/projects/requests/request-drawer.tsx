import { Alert, Anchor, Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { COMMENT_CHARS_MAX } from "@/lib/projects/requests/limits";
import { failureNotice, formErrorsOf, notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { SideDrawer } from "@/lib/ui/kit/dialogs/side-drawer";
import { MarkdownField } from "@/lib/ui/kit/editor/markdown-field";
import { ERROR_ABOVE } from "@/lib/ui/kit/fields/error-above";
import { Form } from "@/lib/ui/kit/fields/form";
import { SearchField } from "@/lib/ui/kit/filters/filters";
import { Rows } from "@/lib/ui/kit/lists/rows";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Titled } from "@/lib/ui/kit/pages/titled";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { Tag } from "@/lib/ui/kit/status/tag";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { countOf } from "@/lib/ui/kit/words/counts";
import { useKeptText } from "@/lib/ui/light-kit/kept-text";
import { LazyMarkdown } from "@/lib/ui/light-kit/markdown/lazy-markdown";
import { useHoldsUnsaved } from "@/lib/ui/light-kit/unsaved";
import { useOpenProject } from "@/lib/ui/projects/project-frame";
import {
  type StaffComment,
  type StaffRequest,
  useModeration,
  usePageSettings,
  useRequest,
  useRequestChanges,
  useRequestComments,
  useRequests,
} from "@/lib/ui/projects/requests/queries";
import { labelOf, STATUSES } from "@/lib/ui/projects/requests/words";
import classes from "./requests.module.css";

const MERGE_CHOICES_SHOWN = 8;

type Props = { request: StaffRequest; mayManage: boolean };

/** A request's status, task and what visitors see of it. */
function State({ request, mayManage }: Props) {
  const project = useOpenProject();
  const { update } = useModeration();
  const offered = usePageSettings().data?.categories ?? [];
  // A category that was removed stays with requests that have it.
  const isGone = request.category !== null && !offered.includes(request.category);
  const categories = isGone ? [request.category ?? "", ...offered] : offered;
  const shownTask = request.task?.key ?? "";
  const [typed, setTyped] = useState<string | null>(null);
  const task = typed ?? shownTask;
  const [taskError, setTaskError] = useState<string | null>(null);
  const { id, status, visibility } = request;
  const isFixed = !mayManage || request.merged_into_id !== null;
  const setStatus = (next: StaffRequest["status"], undo?: StaffRequest["status"]) =>
    update.mutate(
      { id, status: next },
      {
        onSuccess: () => undo && notifyUndoable(`${labelOf(next)} from now on.`, () => setStatus(undo), id),
        onError: (error) => notifyFailure("The status was not changed", error),
      },
    );
  const link = () => {
    setTaskError(null);
    const number = task.trim() === "" ? null : Number(task.trim().replace(/^.*-/, ""));
    if (Number.isNaN(number)) {
      setTaskError("A task's number, such as 12");
      return;
    }
    update.mutate(
      { id, task_number: number },
      {
        onSuccess: () => setTyped(null),
        onError: (error) => {
          const { task_number, form } = formErrorsOf(error, ["task_number"]);
          setTaskError(task_number ?? form ?? null);
        },
      },
    );
  };
  return (
    <Stack gap="sm" mt="md">
      <Group align="end" gap="sm">
        <NativeSelect
          label="Status"
          data={STATUSES}
          value={status}
          disabled={isFixed}
          onChange={(event) => {
            const next = STATUSES.find(({ value }) => value === event.currentTarget.value)?.value;
            if (next) setStatus(next, status);
          }}
        />
        {categories.length === 0 ? null : (
          <NativeSelect
            label="Category"
            data={[
              { value: "", label: "None" },
              ...categories.map((category) => ({ value: category, label: category })),
            ]}
            value={request.category ?? ""}
            disabled={isFixed}
            onChange={(event) =>
              update.mutate(
                { id, category: event.currentTarget.value || null },
                failureNotice("The category was not changed"),
              )
            }
          />
        )}
        {isFixed ? null : (
          <Button
            variant="default"
            loading={update.isPending}
            onClick={() =>
              update.mutate(
                { id, visibility: visibility === "visible" ? "hidden" : "visible" },
                failureNotice("It stays as it is"),
              )
            }
          >
            {visibility === "visible" ? "Hide" : visibility === "pending" ? "Approve" : "Show again"}
          </Button>
        )}
      </Group>
      {isFixed ? null : (
        <Form onSubmit={link}>
          <Group align="end" gap="sm" wrap="nowrap">
            <TextInput
              style={{ flex: 1 }}
              label="Task that implements it"
              description={request.task ? request.task.title : "Its number on the board"}
              placeholder={`${project.key}-12`}
              value={task}
              error={taskError}
              inputWrapperOrder={ERROR_ABOVE}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" disabled={task.trim() === shownTask}>
              Link
            </Button>
          </Group>
        </Form>
      )}
    </Stack>
  );
}

/** Finds another request and, after confirmation, merges this one into it. */
function Merge({ request }: { request: StaffRequest }) {
  const { merge } = useModeration();
  const [search, setSearch] = useState("");
  const [into, setInto] = useState<StaffRequest | null>(null);
  const found = useRequests({ visibility: "visible", status: "", sort: "votes", search }, search !== "");
  const choices = (found.items ?? []).filter(({ id }) => id !== request.id).slice(0, MERGE_CHOICES_SHOWN);
  return (
    <>
      <h3 className={classes.section}>Merge as a duplicate</h3>
      <SearchField
        aria-label="Find the request that stays"
        placeholder="Find the request that stays"
        value={search}
        onSearch={setSearch}
      />
      {search === "" || found.isPending ? null : (
        <ul className={rows.rows} aria-label="Requests to merge into">
          {choices.length === 0 ? <li className={rows.detail}>No other request fits.</li> : null}
          {choices.map((choice) => (
            <li key={choice.id} className={rows.row}>
              <span className={rows.main} dir="auto">
                {choice.title} <span className={classes.dimmed}>({choice.votes})</span>
              </span>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Merge into “${choice.title}”`}
                onClick={() => setInto(choice)}
              >
                Merge
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={into !== null}
        onClose={() => setInto(null)}
        title="Merge these requests?"
        confirmLabel="Merge"
        onConfirm={async () => {
          if (into) await merge.mutateAsync({ id: request.id, intoId: into.id });
        }}
      >
        The votes and comments of “{request.title}” go over to “{into?.title}”, one vote a person, and its
        address leads there. This can't be undone.
      </ConfirmDialog>
    </>
  );
}

type CommentProps = { request: StaffRequest; comment: StaffComment; mayManage: boolean };

function Comment({ request, comment, mayManage }: CommentProps) {
  const { moderate } = useModeration();
  const { id: commentId, visibility, author, is_staff } = comment;
  return (
    <li className={classes.comment} data-visibility={visibility}>
      <div className={classes.commentHead}>
        <strong dir="auto">{author?.name ?? "Someone"}</strong>
        {is_staff ? <Tag tone="accent">Staff</Tag> : null}
        {visibility === "visible" ? null : <Tag>{visibility === "pending" ? "Waiting" : "Hidden"}</Tag>}
        <RelativeTime at={comment.created_at} />
        {mayManage ? (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            loading={moderate.isPending}
            aria-label={`${visibility === "visible" ? "Hide" : "Show"} the comment of ${author?.name ?? "someone"}`}
            onClick={() =>
              moderate.mutate(
                { id: request.id, commentId, visibility: visibility === "visible" ? "hidden" : "visible" },
                failureNotice("The comment stays as it is"),
              )
            }
          >
            {visibility === "visible" ? "Hide" : visibility === "pending" ? "Approve" : "Show again"}
          </Button>
        ) : null}
      </div>
      <LazyMarkdown text={comment.body} isByVisitor />
    </li>
  );
}

function Reply({ request }: { request: StaffRequest }) {
  const { reply } = useModeration();
  const { me } = useWorkspace();
  const [body, setBody, isStill] = useKeptText(`reply to ${request.id} by ${me.member.developer_id}`, "");
  useHoldsUnsaved(body.trim() !== "");
  const submit = async () => {
    try {
      await reply.mutateAsync({ id: request.id, body });
      // What was typed meanwhile is yet to be sent.
      if (isStill(body)) setBody("");
    } catch (error) {
      notifyFailure("The reply was not sent", error);
    }
  };
  return (
    <Form onSubmit={submit}>
      <MarkdownField label="Reply as staff" charsMax={COMMENT_CHARS_MAX} value={body} onChange={setBody} />
      <Button type="submit" mt="sm" loading={reply.isPending} disabled={body.trim() === ""}>
        Reply
      </Button>
    </Form>
  );
}

function Comments({ request, mayManage }: Props) {
  const comments = useRequestComments(request.id);
  return (
    <>
      <h3 className={classes.section}>Comments</h3>
      <Rows
        list={comments}
        what="comments"
        label="Comments"
        expected={1}
        className={classes.comments}
        empty={<p className={`${rows.detail} ${classes.none}`}>No comments yet.</p>}
        renderRow={(comment) => (
          <Comment key={comment.id} request={request} comment={comment} mayManage={mayManage} />
        )}
      />
      {mayManage && request.merged_into_id === null ? <Reply key={request.id} request={request} /> : null}
    </>
  );
}

function Details({ request, mayManage }: Props) {
  const project = useOpenProject();
  const changes = useRequestChanges(request.id);
  const { block } = useModeration();
  const { author } = request;
  const isPublic = project.is_public && request.visibility === "visible" && project.public_slug !== null;
  return (
    <>
      <p className={`${rows.detail} ${rows.wrapping}`}>
        {countOf(request.votes, "vote")} · <span dir="auto">{author?.name ?? "Someone"}</span> ·{" "}
        <RelativeTime at={request.created_at} />
        {isPublic ? (
          <>
            {" · "}
            <Anchor
              href={`/p/${project.public_slug}/requests/${request.id}`}
              target="_blank"
              rel="noopener"
              inherit
            >
              On the public page
            </Anchor>
          </>
        ) : null}
      </p>
      {request.merged_into_id === null ? null : (
        <Alert color="gray" my="sm">
          This request was merged into another one, which has its votes and comments.
        </Alert>
      )}
      {request.description === "" ? null : (
        <LazyMarkdown className={classes.text ?? ""} text={request.description} isByVisitor />
      )}
      <State request={request} mayManage={mayManage} />
      {changes.data?.length ? (
        <>
          <h3 className={classes.section}>History</h3>
          <ol className={classes.history}>
            {changes.data.map((change) => (
              <li key={change.created_at}>
                {labelOf(change.from)} → {labelOf(change.to)}{" "}
                <span className={classes.dimmed}>
                  {change.actor?.name ?? "Someone"}, <RelativeTime at={change.created_at} />
                </span>
              </li>
            ))}
          </ol>
        </>
      ) : null}
      <Comments request={request} mayManage={mayManage} />
      {mayManage && request.merged_into_id === null ? <Merge request={request} /> : null}
      {mayManage && author ? (
        <>
          <h3 className={classes.section}>Author</h3>
          <Button
            variant="default"
            size="sm"
            loading={block.isPending}
            onClick={() =>
              block.mutate(
                { developerId: author.id, isBlocked: !author.is_blocked },
                failureNotice(`${author.name} can go on as before`),
              )
            }
          >
            {author.is_blocked ? `Unblock ${author.name}` : `Block ${author.name} from this page`}
          </Button>
        </>
      ) : null}
    </>
  );
}

function Content({ requestId }: { requestId: string }) {
  const { can } = useWorkspace();
  const query = useRequest(requestId);
  return (
    <Loaded query={query} what="this request" bones={[24, 160]}>
      {(request) => (
        <>
          <Titled name={request.title} />
          <h2 dir="auto" style={{ margin: "0 0 0.25rem", fontSize: "1.25rem", overflowWrap: "anywhere" }}>
            {request.title}
          </h2>
          <Details request={request} mayManage={can("can_manage_projects")} />
        </>
      )}
    </Loaded>
  );
}

type DrawerProps = { id: string; isOpen: boolean; onClose: () => void };

/** One request: its status, task and comments, and the staff's actions. */
export default function RequestDrawer({ id, ...drawer }: DrawerProps) {
  return (
    <SideDrawer title="Request" size="36rem" {...drawer}>
      {id === "" ? null : <Content key={id} requestId={id} />}
    </SideDrawer>
  );
}
