import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { attachClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge";
import { extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge";
import { memo, useEffect, useRef, useState } from "react";
import type { Card, Place } from "@/lib/ui/board/board-state";
import { PRIORITIES } from "@/lib/ui/board/priorities";
import { STATUS_NAMES, STATUSES } from "@/lib/ui/board/statuses";
import { IconArrowDown, IconArrowUp, IconCheck } from "@/lib/ui/icons";
import kit from "@/lib/ui/kit/lists/board.module.css";
import dragged from "@/lib/ui/kit/lists/dragged.module.css";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { PersonAvatar } from "@/lib/ui/kit/people/person";
import { Tag } from "@/lib/ui/kit/status/tag";
import { DueDate } from "@/lib/ui/kit/time/due-date";
import classes from "./board.module.css";

export type CardActions = {
  open: (card: Card) => void;
  move: (card: Card, place: Place) => void;
  /** Moves a card by a number of places in its column. */
  shift: (card: Card, places: number) => void;
  /** Selects a card, or takes it out of the selection; with those between it and the last one. */
  select: (card: Card, isRange: boolean) => void;
};

const LABELS_SHOWN_MAX = 3;

type Props = {
  card: Card;
  actions: CardActions;
  isEditable: boolean;
  isSelected: boolean;
  /** Whether any card is selected: then all show how to select them. */
  isSelecting: boolean;
};

function CardMenu({ card, actions, isSelected }: Pick<Props, "card" | "actions" | "isSelected">) {
  return (
    <DotsMenu label={`Move ${card.key}`} look="card">
      {(Menu) => (
        <>
          <Menu.Item
            leftSection={<IconCheck size={16} stroke={1.75} />}
            onClick={() => actions.select(card, false)}
          >
            {isSelected ? "Take out of the selection" : "Select"}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowUp size={16} stroke={1.75} />}
            onClick={() => actions.shift(card, -1)}
          >
            Up
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown size={16} stroke={1.75} />}
            onClick={() => actions.shift(card, 1)}
          >
            Down
          </Menu.Item>
          <Menu.Label>To the top of</Menu.Label>
          {STATUS_NAMES.map((status) => {
            const { label, Icon, color } = STATUSES[status];
            return (
              <Menu.Item
                key={status}
                leftSection={<Icon size={16} color={color} />}
                onClick={() => actions.move(card, { status, index: 0 })}
              >
                {label}
              </Menu.Item>
            );
          })}
        </>
      )}
    </DotsMenu>
  );
}

function PriorityMark({ card }: { card: Card }) {
  const { label, Icon, color } = PRIORITIES[card.priority];
  if (card.priority === "none") return null;
  return <Icon size={15} color={color} role="img" aria-label={`Priority: ${label}`} />;
}

/** What people look for on a card besides its title; nothing if nothing is set. */
function CardFoot({ card }: { card: Card }) {
  const { assignee, due_on, labels, status } = card;
  return (
    <>
      {labels.length > 0 ? (
        <div className={classes.cardLabels}>
          {labels.slice(0, LABELS_SHOWN_MAX).map((label) => (
            <Tag key={label}>{label}</Tag>
          ))}
          {labels.length > LABELS_SHOWN_MAX ? <Tag>+{labels.length - LABELS_SHOWN_MAX}</Tag> : null}
        </div>
      ) : null}
      {assignee || due_on ? (
        <div className={classes.cardFoot}>
          {assignee ? (
            <>
              <PersonAvatar name={assignee.name} avatarUrl={assignee.avatar_url} size={20} />
              <span className={classes.cardAssignee}>{assignee.name}</span>
            </>
          ) : null}
          {due_on ? (
            <span className={classes.cardDue}>
              <DueDate day={due_on} isDone={status === "done" || status === "cancelled"} />
            </span>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

/** One task on the board: opened by its title; selected, and moved by dragging, by its menu or by keyboard. */
export const TaskCard = memo(function TaskCard(props: Props) {
  const { card, actions, isEditable, isSelected, isSelecting } = props;
  const ref = useRef<HTMLLIElement>(null);
  const [isDragged, setIsDragged] = useState(false);
  const [edge, setEdge] = useState<string | null>(null);
  const { id } = card;
  useEffect(() => {
    const element = ref.current;
    if (!element || !isEditable) return;
    return combine(
      draggable({
        element,
        getInitialData: () => ({ taskId: id }),
        onDragStart: () => setIsDragged(true),
        onDrop: () => setIsDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data.taskId === "string",
        getData: ({ input }) =>
          attachClosestEdge({ overTaskId: id }, { input, element, allowedEdges: ["top", "bottom"] }),
        onDrag: ({ self, source }) =>
          setEdge(source.data.taskId === id ? null : extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    );
  }, [id, isEditable]);
  return (
    <li
      ref={ref}
      className={`${dragged.item} ${kit.card}`}
      data-dragged={isDragged || undefined}
      data-edge={edge ?? undefined}
      data-editable={isEditable || undefined}
      data-selected={isSelected || undefined}
    >
      <div className={classes.cardHead}>
        <span className={classes.cardKey}>
          <PriorityMark card={card} />
          {card.key}
        </span>
        {isEditable ? (
          <span className={classes.cardTools}>
            <input
              type="checkbox"
              className={kit.cardCheck}
              aria-label={`Select ${card.key}`}
              checked={isSelected}
              data-selects
              data-shown={isSelecting || undefined}
              onChange={({ nativeEvent }) =>
                actions.select(card, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
            <span className={kit.cardMenu}>
              <CardMenu {...{ card, actions, isSelected }} />
            </span>
          </span>
        ) : null}
      </div>
      <a
        href={`?task=${card.number}`}
        draggable={false}
        className={`${kit.cardTitle} ${classes.cardWords}`}
        data-task-id={id}
        data-opens
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          actions.open(card);
        }}
      >
        {card.title}
      </a>
      <CardFoot card={card} />
    </li>
  );
});
