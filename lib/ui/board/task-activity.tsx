import { Text } from "@mantine/core";
import { COMMENT_CHARS_MAX } from "@/lib/projects/tasks/limits";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { PRIORITIES, type Priority } from "@/lib/ui/board/priorities";
import {
  type Activity,
  useAddTaskComment,
  useDeleteTaskComment,
  useEditTaskComment,
  useTaskActivity,
} from "@/lib/ui/board/queries";
import { STATUSES } from "@/lib/ui/board/statuses";
import { Rows } from "@/lib/ui/kit/lists/rows";
import { Comment, CommentForm } from "@/lib/ui/kit/people/comment";
import { useWithEdited } from "@/lib/ui/kit/people/with-edited";
import { dateText } from "@/lib/ui/kit/time/calendar-date";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { useProjectParams } from "@/lib/ui/projects/project-frame";
import classes from "./task-drawer.module.css";

type Props = { number: number; isEditable: boolean };
type Change = Activity["changes"][number];

const wordOf = (value: Change["new"]) => (typeof value === "string" ? value : "");

/** A change, as the end of a sentence that starts with a person's name. */
function sentenceOfChange({ field, old, new: now }: Change, names: Activity["labels"]): string {
  const [was, is] = [wordOf(old), wordOf(now)];
  switch (field) {
    case "title":
      return `renamed it from “${was}”`;
    case "description":
      return "changed the description";
    case "status":
      return `moved it from ${STATUSES[was as keyof typeof STATUSES]?.label ?? was} to ${STATUSES[is as keyof typeof STATUSES]?.label ?? is}`;
    case "assignee_id":
      return now === null ? "unassigned it" : `assigned it to ${names[is] ?? "somebody who left"}`;
    case "priority":
      return `set the priority to ${PRIORITIES[is as Priority]?.label ?? is}`;
    case "due_on":
      return now === null ? "removed the due date" : `set the due date to ${dateText(is)}`;
    case "labels": {
      const [before, after] = [[old].flat(), [now].flat()];
      const added = after.filter((label) => !before.includes(label)).map((label) => `added ${label}`);
      const gone = before.filter((label) => !after.includes(label)).map((label) => `removed ${label}`);
      return [...added, ...gone].join(", ") || "sorted the labels";
    }
  }
}

type EntryProps = Props & { entry: Activity; onEditing: (isEditing: boolean) => void };

function Entry({ entry, onEditing, ...props }: EntryProps) {
  const { number, isEditable } = props;
  const { me, can } = useWorkspace();
  const edit = useEditTaskComment(number);
  const remove = useDeleteTaskComment(number);
  const isOwn = entry.actor_id === me.member.developer_id;
  if (entry.kind === "comment") {
    return (
      <li>
        <Comment
          what="comment"
          author={entry.actor}
          body={entry.body}
          createdAt={entry.created_at}
          editedAt={entry.edited_at}
          charsMax={COMMENT_CHARS_MAX}
          isEditable={isEditable}
          edit={isOwn ? (body) => edit.mutateAsync({ id: entry.id, body }) : null}
          onEditing={onEditing}
          remove={isOwn || can("can_manage_projects") ? () => remove.mutateAsync(entry.id) : null}
        />
      </li>
    );
  }
  const who = entry.actor_kind === "code_host" ? "The code host" : (entry.actor?.name ?? "Somebody who left");
  const done =
    entry.kind === "created"
      ? "created the task"
      : entry.changes.map((change) => sentenceOfChange(change, entry.labels)).join("; ");
  return (
    <li className={classes.change}>
      <strong>{who}</strong> {done} · <RelativeTime at={entry.created_at} />
    </li>
  );
}

/** A task's comments and changes, newest first, and a field for a new comment. */
export function TaskActivity(props: Props) {
  const { number, isEditable } = props;
  const { me } = useWorkspace();
  const { project_id } = useProjectParams();
  const { list: activity, setEditing } = useWithEdited(useTaskActivity(number));
  const add = useAddTaskComment(number);
  return (
    <section aria-labelledby="task-activity" className={classes.links}>
      <h3 id="task-activity" className={classes.linksTitle}>
        Comments and activity
      </h3>
      <CommentForm
        label="Write a comment"
        placeholder="Write a comment"
        submitLabel="Comment"
        draft={`comment on ${project_id}-${number} by ${me.member.developer_id}`}
        charsMax={COMMENT_CHARS_MAX}
        isOver={!isEditable}
        onSubmit={(body) => add.mutateAsync(body)}
      />
      <Rows
        list={activity}
        what="activity"
        expected={2}
        empty={
          <Text size="sm" c="dimmed" mt="sm">
            No activity yet.
          </Text>
        }
        renderAll={(entries) => (
          <ol className={classes.activity} aria-label="Comments and activity, newest first">
            {entries.map((entry) => (
              <Entry
                key={entry.id}
                {...props}
                entry={entry}
                onEditing={(isEditing) => setEditing(entry, isEditing)}
              />
            ))}
          </ol>
        )}
      />
    </section>
  );
}
