import {
  ActionIcon,
  Alert,
  Button,
  CopyButton,
  Drawer,
  Group,
  Stack,
  Text,
  Textarea,
  Tooltip,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { TASK_DESCRIPTION_CHARS_MAX, TASK_TITLE_CHARS_MAX } from "@/lib/projects/tasks/limits";
import { notifyFailure, sentenceOf } from "@/lib/ui/api/failure";
import type { Status } from "@/lib/ui/board/board-state";
import { type Task, useDeleteTask, useTask } from "@/lib/ui/board/queries";
import { TaskActivity } from "@/lib/ui/board/task-activity";
import { TaskLinks } from "@/lib/ui/board/task-links";
import { TaskProperties } from "@/lib/ui/board/task-properties";
import { useTaskTexts } from "@/lib/ui/board/task-texts";
import { IconCheck, IconLink, IconTrash } from "@/lib/ui/icons";
import { Closing, useClosing } from "@/lib/ui/kit/dialogs/closing";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { MarkdownField } from "@/lib/ui/kit/editor/markdown-field";
import { Titled } from "@/lib/ui/kit/pages/titled";
import { goneOf, Loaded } from "@/lib/ui/kit/states/loaded";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { ChooseSide } from "@/lib/ui/light-kit/choose-side";
import { useHoldsUnsaved } from "@/lib/ui/light-kit/unsaved";
import classes from "./task-drawer.module.css";

type Props = {
  number: number;
  isEditable: boolean;
  setStatus: (task: Task, status: Status) => Promise<unknown>;
  onClose: () => void;
};

function CopyLink({ task }: { task: Task }) {
  return (
    <CopyButton value={window.location.href} timeout={2000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : "Copy the link"} withArrow>
          <ActionIcon
            color={copied ? "pine" : "gray"}
            aria-label={copied ? "Copied" : `Copy the link to ${task.key}`}
            onClick={copy}
          >
            {copied ? <IconCheck size={16} stroke={2} /> : <IconLink size={16} stroke={1.75} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

type FormProps = Props & { task: Task; saving: RefObject<() => Promise<boolean>> };

/**
 * A task's title and description are saved when the reader leaves the field, and at the latest when the drawer closes.
 */
function TaskForm({ task, number, isEditable, setStatus, onClose, saving }: FormProps) {
  const texts = useTaskTexts(task, number);
  const { update, typed, isDirty, type, save, rival, disputed } = texts;
  useHoldsUnsaved(isDirty);
  useEffect(() => {
    saving.current = save;
  });
  return (
    <Stack gap="md">
      <ChooseSide
        isOpen={disputed !== null}
        title="Somebody changed this too"
        what={<strong>{disputed === "title" ? "The title" : "The description"}</strong>}
        mine={disputed && texts.change[disputed]}
        theirs={disputed && rival?.[disputed]}
        onChoose={texts.choose}
      />
      {update.error && isDirty && disputed === null ? (
        <Alert color="red" role="alert" title="That was not saved">
          <Text size="sm">{sentenceOf(update.error)}</Text>
          <Group mt="sm" gap="sm">
            <Button size="xs" variant="default" onClick={() => void save()}>
              Try again
            </Button>
            <Button size="xs" variant="subtle" color="gray" onClick={onClose}>
              Close without saving
            </Button>
          </Group>
        </Alert>
      ) : null}
      <Textarea
        label="Title"
        autosize
        minRows={1}
        maxRows={5}
        maxLength={TASK_TITLE_CHARS_MAX}
        readOnly={!isEditable}
        value={typed.title ?? task.title}
        onChange={(event) => type({ title: event.currentTarget.value.replaceAll("\n", " ") })}
        onBlur={() => void save()}
        classNames={{ input: classes.title ?? "" }}
      />
      <TaskProperties {...{ task, isEditable, setStatus }} />
      <MarkdownField
        label="Description"
        placeholder="Add a description"
        minRows={6}
        charsMax={TASK_DESCRIPTION_CHARS_MAX}
        readOnly={!isEditable}
        startsShown
        mentionsPeople
        value={typed.description ?? task.description}
        onChange={(description) => type({ description })}
        onBlur={() => void save()}
      />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" component="div">
          Created <RelativeTime at={task.created_at} /> · changed <RelativeTime at={task.updated_at} />
        </Text>
        <Text size="sm" c="dimmed" aria-live="polite">
          {update.isPending ? "Saving…" : isDirty ? "Not saved yet" : update.isSuccess ? "Saved" : ""}
        </Text>
      </Group>
    </Stack>
  );
}

function DeleteTask({ task, number, onClose }: Props & { task: Task }) {
  const remove = useDeleteTask(number, onClose);
  const [isAsking, { open, close }] = useDisclosure();
  return (
    <>
      <ActionIcon aria-label={`Delete ${task.key}`} onClick={open}>
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        title={`Delete ${task.key}?`}
        confirmLabel="Delete task"
        onConfirm={() => remove.mutateAsync()}
      >
        “{task.title}” is deleted for good, and its number is not used again. To just put it aside, move it to
        Cancelled.
      </ConfirmDialog>
    </>
  );
}

/** One task in full, beside the board. */
export default function TaskDrawer(props: Props) {
  const { number, isEditable } = props;
  const task = useTask(number);
  const there = goneOf(task) === null ? task.data : undefined;
  const saving = useRef<() => Promise<boolean>>(async () => true);
  const isLeft = useRef(false);
  const onClose = () => {
    isLeft.current = true;
    props.onClose();
  };
  const close = async () => {
    if (await saving.current()) onClose();
  };
  const saveLast = useEffectEvent(async () => {
    if (isLeft.current || (await saving.current())) return;
    notifyFailure(`${task.data?.key ?? "The task"} was not saved`, null);
  });
  // The browser's Back closes the drawer without a blur event; what was typed must be saved all the same.
  useEffect(() => () => void saveLast(), []);
  const closing = useClosing(() => void close());
  return (
    <Drawer.Root opened onClose={closing.close} position="right" size="lg">
      <Drawer.Overlay />
      <Drawer.Content>
        {/* A dialog's heading must not become a second banner landmark. */}
        <Drawer.Header role="presentation">
          <Drawer.Title className={classes.key ?? ""}>{task.data?.key ?? "Task"}</Drawer.Title>
          <Group gap={4} ms="auto" me={4}>
            {there ? <CopyLink task={there} /> : null}
            {there && isEditable ? <DeleteTask {...props} onClose={onClose} task={there} /> : null}
          </Group>
          <Drawer.CloseButton aria-label="Close the task" ms={0} />
        </Drawer.Header>
        <Drawer.Body>
          <Loaded query={task} what="this task" bones={[36, 60, 160]}>
            {(data) => (
              <>
                <Titled name={`${data.key} ${data.title}`} />
                <TaskForm key={number} {...props} onClose={onClose} task={data} saving={saving} />
                <TaskLinks number={number} taskKey={data.key} />
                <Closing value={closing.questions}>
                  <TaskActivity key={`activity of ${number}`} {...{ number, isEditable }} />
                </Closing>
              </>
            )}
          </Loaded>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
