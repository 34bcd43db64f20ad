import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { autoScrollForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { ActionIcon } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { TASK_TITLE_CHARS_MAX } from "@/lib/projects/tasks/limits";
import type { Column } from "@/lib/ui/board/board-state";
import { STATUSES } from "@/lib/ui/board/statuses";
import { type CardActions, TaskCard } from "@/lib/ui/board/task-card";
import { IconPlus } from "@/lib/ui/icons";
import kit from "@/lib/ui/kit/lists/board.module.css";
import dragged from "@/lib/ui/kit/lists/dragged.module.css";
import { useHoldsUnsaved } from "@/lib/ui/light-kit/unsaved";
import classes from "./board.module.css";

type Props = {
  column: Column;
  actions: CardActions;
  isEditable: boolean;
  isFiltered: boolean;
  selected: ReadonlySet<string>;
  /** Rejects when the task was not created. */
  create: (title: string) => Promise<unknown>;
};

/** A field for adding tasks one after the other. The title of a task that could not be created returns to the field. */
function NewTask({
  label,
  create,
  onClose,
  onEscape,
}: {
  label: string;
  create: Props["create"];
  onClose: () => void;
  onEscape: () => void;
}) {
  const [title, setTitle] = useState("");
  const [creating, setCreating] = useState<string[]>([]);
  useHoldsUnsaved(title.trim() !== "");
  const submit = async () => {
    const typed = title.trim();
    if (typed === "") return;
    setTitle("");
    setCreating((titles) => [...titles, typed]);
    try {
      await create(typed);
    } catch {
      setTitle((now) => (now === "" ? typed : now));
    } finally {
      setCreating((titles) => titles.toSpliced(titles.indexOf(typed), 1));
    }
  };
  return (
    <>
      {creating.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two titles under way may be equal
        <div key={index} className={`${dragged.item} ${kit.card}`} data-dragged aria-hidden="true">
          {each}
        </div>
      ))}
      <textarea
        className={classes.newTask}
        aria-label={`Title of a new task in ${label}`}
        placeholder="What needs to be done? Press Enter to add it"
        rows={2}
        maxLength={TASK_TITLE_CHARS_MAX}
        value={title}
        // biome-ignore lint/a11y/noAutofocus: it appears because the reader asked for it
        autoFocus
        onChange={(event) => setTitle(event.currentTarget.value.replaceAll("\n", " "))}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") {
            event.preventDefault();
            void submit();
          }
          if (event.key === "Escape") onEscape();
        }}
        onBlur={() => {
          if (title.trim() === "") onClose();
        }}
      />
    </>
  );
}

/** One status of the board with its tasks. */
export function BoardColumn({ column, actions, isEditable, isFiltered, selected, create }: Props) {
  const { status, count, tasks } = column;
  const { label, Icon, color } = STATUSES[status];
  const ref = useRef<HTMLElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const addRef = useRef<HTMLButtonElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [isAdding, setIsAdding] = useState(false);
  useEffect(() => {
    const [element, list] = [ref.current, listRef.current];
    if (!element || !list || !isEditable) return;
    return combine(
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data.taskId === "string",
        getData: () => ({ status }),
        onDragEnter: () => setIsOver(true),
        onDragLeave: () => setIsOver(false),
        onDrop: () => setIsOver(false),
      }),
      autoScrollForElements({ element: list }),
    );
  }, [status, isEditable]);
  return (
    <section ref={ref} className={kit.column} aria-label={label} data-over={isOver || undefined}>
      <header className={kit.columnHead}>
        <Icon size={16} color={color} aria-hidden="true" />
        <h2>{label}</h2>
        <span className={kit.count}>{count}</span>
        {isEditable ? (
          <ActionIcon
            ref={addRef}
            size="sm"
            ms="auto"
            aria-label={`Add a task to ${label}`}
            data-creates={status === "todo" || undefined}
            onClick={() => setIsAdding(true)}
          >
            <IconPlus size={15} stroke={2} />
          </ActionIcon>
        ) : null}
      </header>
      <div ref={listRef} className={kit.cards}>
        {tasks.length > 0 ? (
          <ul className={kit.cardList}>
            {tasks.map((card) => (
              <TaskCard
                key={card.id}
                card={card}
                actions={actions}
                isEditable={isEditable}
                isSelected={selected.has(card.id)}
                isSelecting={selected.size > 0}
              />
            ))}
          </ul>
        ) : null}
        {count > tasks.length ? (
          <p className={kit.note}>The first {tasks.length} are shown. Search finds the others.</p>
        ) : null}
        {tasks.length === 0 && !isAdding ? (
          <p className={kit.note}>{isFiltered ? "Nothing matches" : "Nothing here"}</p>
        ) : null}
        {isAdding ? (
          <NewTask
            label={label}
            create={create}
            onClose={() => setIsAdding(false)}
            onEscape={() => {
              setIsAdding(false);
              addRef.current?.focus();
            }}
          />
        ) : null}
      </div>
    </section>
  );
}
