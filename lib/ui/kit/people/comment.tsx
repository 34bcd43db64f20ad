import { ActionIcon, Button, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { sentenceOf } from "@/lib/ui/api/failure";
import { IconPencil, IconTrash } from "@/lib/ui/icons";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { UnsavedGuard } from "@/lib/ui/kit/dialogs/unsaved-guard";
import { MarkdownField } from "@/lib/ui/kit/editor/markdown-field";
import { Form } from "@/lib/ui/kit/fields/form";
import { Refusal } from "@/lib/ui/kit/fields/refusal";
import { PersonAvatar } from "@/lib/ui/kit/people/person";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { useKeptText } from "@/lib/ui/light-kit/kept-text";
import { LazyMarkdown } from "@/lib/ui/light-kit/markdown/lazy-markdown";
import { useHoldsUnsaved } from "@/lib/ui/light-kit/unsaved";
import classes from "./comment.module.css";

type FormProps = {
  label: string;
  placeholder: string;
  submitLabel: string;
  charsMax: number;
  initial?: string;
  /** By which name what is typed is kept in this tab until it is sent, so that to leave does not lose it. */
  draft?: string;
  /** Nothing can be written any more: the form is there only as long as it holds what was typed. */
  isOver?: boolean;
  /** Rejects if it was not saved: what was typed stays in the field. */
  onSubmit: (body: string) => Promise<unknown>;
  /** Once it is saved, unless more was typed meanwhile: that stays in the field. */
  onSaved?: () => void;
  onCancel?: () => void;
};

/** Where a comment or note is written. Ctrl or ⌘ and Enter send it. */
export function CommentForm(props: FormProps) {
  const {
    label,
    placeholder,
    submitLabel,
    charsMax,
    initial = "",
    draft,
    isOver = false,
    onSubmit,
    onSaved,
    onCancel,
  } = props;
  const [body, setBody, isStill] = useKeptText(draft, initial);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const typed = body.trim();
  const isChanged = typed !== initial.trim();
  useHoldsUnsaved(isChanged);
  const submit = async () => {
    if (typed === "" || isBusy) return;
    setIsBusy(true);
    setFailure(null);
    try {
      await onSubmit(typed);
      // What was typed meanwhile is yet to be sent.
      if (!isStill(body)) return;
      if (onSaved) onSaved();
      else setBody("");
    } catch (error) {
      setFailure(error);
    } finally {
      setIsBusy(false);
    }
  };
  if (isOver && body === "") return null;
  const form = (
    <Form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) void submit();
        if (event.key === "Escape" && onCancel) {
          event.stopPropagation();
          if (!isChanged) onCancel();
        }
      }}
    >
      <Stack gap="xs">
        <MarkdownField
          label={label}
          hidesLabel
          isQuiet={!onCancel}
          mentionsPeople
          autoFocus={Boolean(onCancel)}
          placeholder={placeholder}
          minRows={2}
          charsMax={charsMax}
          value={body}
          onChange={setBody}
        />
        {failure === null ? null : <Refusal>{sentenceOf(failure)}</Refusal>}
        {typed === "" && !onCancel ? null : (
          <Group gap="xs" justify="flex-end">
            {onCancel ? (
              <Button size="xs" variant="default" onClick={onCancel}>
                Cancel
              </Button>
            ) : null}
            <Button size="xs" type="submit" loading={isBusy} disabled={typed === ""}>
              {submitLabel}
            </Button>
          </Group>
        )}
      </Stack>
    </Form>
  );
  if (draft !== undefined) return form;
  return (
    <>
      <UnsavedGuard isDirty={isChanged && !isBusy} isSaving={false} />
      {form}
    </>
  );
}

type Props = {
  /** What it is, in a sentence: "comment", "note". */
  what: string;
  author: { name: string; avatar_url: string | null } | null;
  body: string;
  createdAt: string;
  editedAt: string | null;
  charsMax: number;
  /** Whether it can be edited and deleted now: what it belongs to may be deleted or archived. */
  isEditable: boolean;
  edit: ((body: string) => Promise<unknown>) | null;
  /** Told whether it is being edited, so that it stays meanwhile. */
  onEditing: (isEditing: boolean) => void;
  remove: (() => Promise<unknown>) | null;
  children?: ReactNode;
};

/** What somebody wrote, which its author may edit and delete. */
export function Comment(props: Props) {
  const { what, author, body, createdAt, editedAt, charsMax, isEditable, edit, onEditing, remove } = props;
  const [isEditing, setShown] = useState(false);
  const setIsEditing = (is: boolean) => {
    setShown(is);
    onEditing(is);
  };
  const [isAsking, setIsAsking] = useState(false);
  const name = author?.name ?? "Somebody who left";
  return (
    <article className={classes.comment} aria-label={`${name}'s ${what}`}>
      <header className={classes.head}>
        <PersonAvatar name={name} avatarUrl={author?.avatar_url ?? null} size={24} />
        <Text component="span" size="sm" fw={500} truncate className={classes.name ?? ""}>
          {name}
        </Text>
        <Text component="span" size="sm" c="dimmed" className={classes.time ?? ""}>
          <RelativeTime at={createdAt} />
          {editedAt === null ? null : " · edited"}
        </Text>
        {isEditing || !isEditable ? null : (
          <span className={classes.actions}>
            {edit ? (
              <ActionIcon size="sm" aria-label={`Edit the ${what}`} onClick={() => setIsEditing(true)}>
                <IconPencil size={15} stroke={1.75} />
              </ActionIcon>
            ) : null}
            {remove ? (
              <ActionIcon size="sm" aria-label={`Delete the ${what}`} onClick={() => setIsAsking(true)}>
                <IconTrash size={15} stroke={1.75} />
              </ActionIcon>
            ) : null}
          </span>
        )}
      </header>
      {isEditing && edit ? (
        <CommentForm
          label={`Text of the ${what}`}
          placeholder=""
          submitLabel="Save"
          charsMax={charsMax}
          initial={body}
          onSubmit={edit}
          onSaved={() => setIsEditing(false)}
          onCancel={() => setIsEditing(false)}
        />
      ) : (
        <LazyMarkdown className={classes.body ?? ""} text={body} level={4} />
      )}
      {remove ? (
        <ConfirmDialog
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
          title={`Delete this ${what}?`}
          confirmLabel={`Delete ${what}`}
          onConfirm={remove}
        >
          It is gone for good.
        </ConfirmDialog>
      ) : null}
    </article>
  );
}
