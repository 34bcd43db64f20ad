"use client";

import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { autoScrollForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge";
import { Button, Kbd, Skeleton, Text, VisuallyHidden } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useNames } from "@/lib/ui/api/member-names";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { BoardColumn } from "@/lib/ui/board/board-column";
import { type Board, type Card, type Place, placeOf, type Status } from "@/lib/ui/board/board-state";
import { PRIORITIES, PRIORITY_NAMES } from "@/lib/ui/board/priorities";
import {
  type BoardFilters,
  isFiltered,
  useBoard,
  useCreateTask,
  useMoveTask,
  useTaskLabels,
} from "@/lib/ui/board/queries";
import { STATUS_NAMES, STATUSES } from "@/lib/ui/board/statuses";
import type { CardActions } from "@/lib/ui/board/task-card";
import { useSelection } from "@/lib/ui/board/use-selection";
import { LazySelect } from "@/lib/ui/kit/fields/lazy-select";
import { SearchField, useFilters } from "@/lib/ui/kit/filters/filters";
import kit from "@/lib/ui/kit/lists/board.module.css";
import { ARROWS, cardBeside, columnsAside, showFocused } from "@/lib/ui/kit/lists/board-keys";
import list from "@/lib/ui/kit/lists/list-page.module.css";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { lazyOverlay, lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { ReadOnlyNote } from "@/lib/ui/kit/states/no-permission";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { PeopleHere } from "@/lib/ui/live/people-here";
import { useOpenProject } from "@/lib/ui/projects/project-frame";
import { useProjectMembers } from "@/lib/ui/projects/queries";
import classes from "./board.module.css";

const TaskDrawer = lazyOverlay(() => import("@/lib/ui/board/task-drawer"));

const SelectionBar = lazyPart(() => import("@/lib/ui/board/selection-bar"), null);

const NOBODY = "none";
const isStatus = (value: unknown): value is Status => STATUS_NAMES.some((name) => name === value);

function cardOf(board: Board, taskId: unknown): Card | undefined {
  return board.columns.flatMap(({ tasks }) => tasks).find(({ id }) => id === taskId);
}

/** Where dragged tasks were dropped: beside the card under the pointer, else at the end of the column. */
function dropPlace(
  board: Board,
  taskIds: readonly string[],
  targets: { data: Record<string | symbol, unknown> }[],
): Place | null {
  const over = targets.find(({ data }) => data.overTaskId !== undefined);
  const status = targets.find(({ data }) => isStatus(data.status))?.data.status;
  if (!isStatus(status)) return null;
  const others =
    board.columns
      .find((column) => column.status === status)
      ?.tasks.filter(({ id }) => !taskIds.includes(id)) ?? [];
  if (!over) return { status, index: others.length };
  // Dropped on its own gap, it stays where it was.
  if (taskIds.some((id) => id === over.data.overTaskId)) return null;
  const index = others.findIndex(({ id }) => id === over.data.overTaskId);
  return { status, index: index + (extractClosestEdge(over.data) === "bottom" ? 1 : 0) };
}

function AssigneeFilter({
  value,
  onChange,
  board,
}: {
  value: string;
  onChange: (id: string) => void;
  board: Board | undefined;
}) {
  const { me } = useWorkspace();
  const members = useProjectMembers(useOpenProject().id);
  const people = new Map(members.items?.map(({ developer_id, name }) => [developer_id, name]));
  for (const { assignee_id, assignee } of board?.columns.flatMap(({ tasks }) => tasks) ?? []) {
    if (assignee_id && assignee) people.set(assignee_id, assignee.name);
  }
  people.delete(me.member.developer_id);
  // Whoever the address names may have left the project, and have no task that is shown.
  const isElsewhere =
    value !== "" && value !== NOBODY && value !== me.member.developer_id && !people.has(value);
  const nameOf = useNames(isElsewhere && members.items ? [value] : []);
  if (isElsewhere) people.set(value, nameOf(value));
  const data = [
    { value: me.member.developer_id, label: "Me" },
    { value: NOBODY, label: "Nobody" },
    ...Array.from(people, ([developerId, name]) => ({ value: developerId, label: name })),
  ];
  return (
    <LazySelect
      aria-label="Assignee"
      placeholder="Anybody"
      clearable
      w={170}
      data={data}
      shownText={data.find((each) => each.value === value)?.label ?? ""}
      value={value === "" ? null : value}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}

function LabelFilter({ value, onChange }: { value: string; onChange: (label: string) => void }) {
  const known = useTaskLabels().data?.map(({ label }) => label) ?? [];
  // Without labels there is nothing to filter by.
  if (known.length === 0 && value === "") return null;
  return (
    <LazySelect
      aria-label="Label"
      placeholder="Any label"
      clearable
      w={150}
      data={value === "" || known.includes(value) ? known : [value, ...known]}
      shownText={value}
      value={value === "" ? null : value}
      onChange={(label) => onChange(label ?? "")}
    />
  );
}

/** Where Shift and an arrow key move a task. */
function carry(board: Board, from: Place, key: string): Place | null {
  const statuses = STATUS_NAMES;
  const at = statuses.indexOf(from.status);
  const sideways = columnsAside(key);
  const status = statuses[at + sideways];
  const length = board.columns.find((column) => column.status === status)?.tasks.length ?? 0;
  if (status === undefined) return null;
  if (sideways !== 0) return { status, index: Math.min(from.index, length) };
  const index = from.index + (key === "ArrowUp" ? -1 : 1);
  return index < 0 || index >= length ? null : { status, index };
}

/** The tasks of the project by status. */
export function BoardPage() {
  const { can } = useWorkspace();
  const project = useOpenProject();
  const filters = useFilters();
  const given = filters.all(["assignee", "priority", "label", "search"]);
  const priority = PRIORITY_NAMES.find((name) => name === given.priority) ?? "";
  const shown: BoardFilters = { ...given, priority };
  const isNarrowed = isFiltered(shown);
  const board = useBoard(shown);
  const move = useMoveTask(shown);
  const create = useCreateTask();
  const isEditable = project.is_active && can("can_edit_tasks");
  const boardRef = useRef<HTMLElement>(null);
  const [focusId, setFocusId] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const taskNumber = /^[1-9]\d{0,8}$/.test(filters.get("task")) ? Number(filters.get("task")) : null;

  const put = async (card: Card, place: Place, isUndo = false) => {
    // The undo of a move was created before the board knew of the move, so it can't use the board's current state.
    const before = isUndo ? null : board.data && placeOf(board.data, card.id);
    if (before?.status === place.status && before.index === place.index) return;
    const { label } = STATUSES[place.status];
    try {
      const origin = await move({ task: card, place });
      setAnnouncement(`${card.key} is now number ${place.index + 1} in ${label}`);
      if (origin && !isUndo) {
        const words =
          origin.status === place.status ? `${card.key} moved in ${label}` : `${card.key} moved to ${label}`;
        notifyUndoable(words, () => void put({ ...card, status: place.status }, origin, true), "board");
      }
    } catch (error) {
      notifyFailure(`${card.key} was not moved`, error);
    }
  };
  const selection = useSelection(board.data, shown, { say: setAnnouncement, focus: setFocusId });
  const shift = (card: Card, places: number) => {
    const from = board.data && placeOf(board.data, card.id);
    if (!board.data || !from) return;
    const to = carry(board.data, from, places < 0 ? "ArrowUp" : "ArrowDown");
    if (to) void put(card, to);
  };

  // One object for the life of the page, so that a card is only redrawn when it changes itself.
  const latest = useRef<CardActions>(null);
  useEffect(() => {
    latest.current = {
      open: (card) => filters.open("task", String(card.number)),
      move: (card, place) => void put(card, place),
      shift,
      select: selection.toggle,
    };
  });
  const actions = useMemo<CardActions>(
    () => ({
      open: (card) => latest.current?.open(card),
      move: (card, place) => latest.current?.move(card, place),
      shift: (card, places) => latest.current?.shift(card, places),
      select: (card, isRange) => latest.current?.select(card, isRange),
    }),
    [],
  );

  const drop = useEffectEvent((taskId: unknown, targets: Parameters<typeof dropPlace>[2]) => {
    const card = board.data && cardOf(board.data, taskId);
    if (!board.data || !card) return;
    // A selected card takes the others along.
    const isAmong = selection.cards.length > 1 && selection.selected.has(card.id);
    const ids = isAmong ? selection.cards.map(({ id }) => id) : [card.id];
    const place = dropPlace(board.data, ids, targets);
    if (place) void (isAmong ? selection.move(place) : put(card, place));
  });
  const isLoaded = board.data !== undefined;
  useEffect(() => {
    const element = boardRef.current;
    if (!isLoaded || !element) return;
    return combine(
      monitorForElements({
        canMonitor: ({ source }) => typeof source.data.taskId === "string",
        onDrop: ({ source, location }) => drop(source.data.taskId, location.current.dropTargets),
      }),
      autoScrollForElements({ element }),
    );
  }, [isLoaded]);

  // A card that changes columns becomes another element, so the focus must be moved explicitly.
  useEffect(() => {
    if (focusId === null || !board.data) return;
    boardRef.current?.querySelector<HTMLElement>(`[data-task-id="${focusId}"]`)?.focus();
    setFocusId(null);
  }, [focusId, board.data]);

  // Returns the focus from a task to its card, which may have become another element meanwhile.
  const shownNumber = useRef(taskNumber);
  useEffect(() => {
    const left = shownNumber.current;
    shownNumber.current = taskNumber;
    if (left === null || taskNumber !== null) return;
    const tasks = board.data?.columns.flatMap((column) => column.tasks);
    setFocusId(tasks?.find(({ number }) => number === left)?.id ?? null);
  }, [taskNumber, board.data]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const taskId = event.target instanceof HTMLElement ? event.target.dataset.taskId : undefined;
    const from = board.data && taskId ? placeOf(board.data, taskId) : null;
    const card = board.data && cardOf(board.data, taskId);
    const isTyping = event.target instanceof HTMLTextAreaElement;
    if (event.key === "Escape" && !isTyping && selection.cards.length > 0) selection.clear();
    if (!board.data || !from || !card || !ARROWS.includes(event.key)) return;
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    if (!event.shiftKey) {
      const columns = board.data.columns.map(({ tasks }) => tasks);
      const next = cardBeside(columns, card.id, event.key);
      if (next) setFocusId(next.id);
      return;
    }
    const to = isEditable ? carry(board.data, from, event.key) : null;
    if (!to) return;
    setFocusId(card.id);
    void put(card, to);
  };

  return (
    <>
      <div className={list.filters} data-wide>
        <SearchField
          className={classes.search ?? ""}
          aria-label="Search tasks"
          placeholder={`Search, or ${project.key}-12`}
          value={shown.search}
          onSearch={(search) => filters.type({ search })}
        />
        <AssigneeFilter
          value={shown.assignee}
          onChange={(assignee) => filters.set({ assignee })}
          board={board.data}
        />
        <LazySelect
          aria-label="Priority"
          placeholder="Any priority"
          clearable
          w={150}
          data={PRIORITY_NAMES.map((value) => ({ value, label: PRIORITIES[value].label }))}
          shownText={shown.priority === "" ? "" : PRIORITIES[shown.priority].label}
          value={shown.priority === "" ? null : shown.priority}
          onChange={(priority) => filters.set({ priority: priority ?? "" })}
        />
        <LabelFilter value={shown.label} onChange={(label) => filters.set({ label })} />
        {isNarrowed ? (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => filters.set({ search: "", assignee: "", priority: "", label: "" })}
          >
            Clear
          </Button>
        ) : null}
        {isEditable ? (
          <span className={classes.hint}>
            <Kbd size="xs">Shift</Kbd> and the arrow keys move a card
          </span>
        ) : null}
        <PeopleHere area="tasks" thingId={project.id} />
      </div>
      {board.data?.isCut ? (
        <Text size="sm" c="dimmed" mb="sm">
          Not all matching tasks are shown. Type more of the title to narrow the search.
        </Text>
      ) : null}
      {project.is_active ? <ReadOnlyNote permission="can_edit_tasks">Changing tasks</ReadOnlyNote> : null}
      <Loaded
        query={board}
        what="the board"
        skeleton={
          <div className={kit.board} role="status" aria-label="Loading the board">
            {STATUS_NAMES.map((status) => (
              <Skeleton key={status} height={280} radius="lg" />
            ))}
          </div>
        }
      >
        {({ columns }) => (
          <section
            ref={boardRef}
            className={kit.board}
            aria-label="Board"
            onFocus={showFocused}
            onKeyDown={onKeyDown}
          >
            {columns.map((column) => (
              <BoardColumn
                key={column.status}
                column={column}
                actions={actions}
                isEditable={isEditable}
                isFiltered={isNarrowed}
                selected={selection.selected}
                create={async (title) => {
                  try {
                    const task = await create.mutateAsync({ title, status: column.status });
                    setAnnouncement(`${task.key} is created in ${STATUSES[column.status].label}`);
                    // The reader may not be able to see it where it is now.
                    if (isNarrowed || column.count > column.tasks.length) {
                      notifications.show({ color: "pine", message: `${task.key} is created.` });
                    }
                  } catch (error) {
                    notifyFailure("The task was not created", error);
                    throw error;
                  }
                }}
              />
            ))}
          </section>
        )}
      </Loaded>
      {isEditable && selection.cards.length > 0 ? (
        <SelectionBar
          cards={selection.cards}
          moveTo={(status) => void selection.move({ status, index: 0 })}
          change={selection.change}
          onClear={selection.clear}
        />
      ) : null}
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      {taskNumber === null ? null : (
        <TaskDrawer
          number={taskNumber}
          isEditable={isEditable}
          setStatus={(task, status) => put(task, { status, index: 0 })}
          onClose={() => filters.close("task")}
        />
      )}
    </>
  );
}
