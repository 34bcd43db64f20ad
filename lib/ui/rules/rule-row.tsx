import { type KeyboardEvent, memo, useEffect, useRef, useState } from "react";
import { categoryLabel } from "@/lib/tracker/enrichment/catalog";
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconGripVertical,
  IconPencil,
  IconTrash,
} from "@/lib/ui/icons";
import dragged from "@/lib/ui/kit/lists/dragged.module.css";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { Tag } from "@/lib/ui/kit/status/tag";
import type { Rule } from "@/lib/ui/rules/rule";
import { colourOf, KINDS, ruleText } from "@/lib/ui/rules/words";
import classes from "./rules.module.css";

export type RuleActions = {
  edit: (rule: Rule) => void;
  remove: (rule: Rule, place: number) => void;
  /** Moves a rule to a position, counted without the rule itself; beyond the end means the end. */
  move: (rule: Rule, to: number) => void;
  /** Puts the dragged rule before or after another one. */
  drop: (id: string, over: string, edge: string | null) => void;
};

type Props = {
  rule: Rule;
  place: number;
  /** The number of rules. */
  count: number;
  /** How it differs from the rules in force. */
  mark: string | null;
  /** The name of its project. */
  project: string | null;
  /** Whether all rules are shown in order: within search results a position means nothing. */
  isMovable: boolean;
  actions: RuleActions;
};

const STEPS: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowUp: (place) => place - 1,
  ArrowDown: (place) => place + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** A category's name with its colour. */
export function CategoryName({ category }: { category: string }) {
  return (
    <span className={classes.category}>
      <span className={classes.dot} style={{ background: colourOf(category) }} aria-hidden="true" />
      {categoryLabel(category)}
    </span>
  );
}

/** One rule, moved by dragging its handle or with the arrow keys on it. */
export const RuleRow = memo(function RuleRow({
  rule,
  place,
  count,
  mark,
  project,
  isMovable,
  actions,
}: Props) {
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const [isDragged, setIsDragged] = useState(false);
  const [edge, setEdge] = useState<string | null>(null);
  const { id } = rule;
  const { drop } = actions;
  useEffect(() => {
    if (!isMovable) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    // Dragging needs more code than the rest of the page; the keys work without it.
    void import("@/lib/ui/rules/drag-rule").then(
      ({ makeDraggable }) => {
        if (isOver || !row.current || !handle.current) return;
        const parts = { row: row.current, handle: handle.current, id };
        stop = makeDraggable(parts, { drop, onEdge: setEdge, onDrag: setIsDragged });
      },
      () => {},
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [id, isMovable, drop]);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = STEPS[event.key]?.(place, count - 1);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (to >= 0 && to < count && to !== place) actions.move(rule, to);
  };
  const text = ruleText(rule);
  return (
    <li
      ref={row}
      className={`${dragged.item} ${classes.rule}`}
      data-dragged={isDragged || undefined}
      data-edge={edge ?? undefined}
    >
      {isMovable ? (
        <button
          ref={handle}
          type="button"
          className={classes.handle}
          data-handle={id}
          aria-label={`Move ${text}, place ${place + 1} of ${count}`}
          aria-describedby="rule-keys"
          onKeyDown={onKeyDown}
        >
          <IconGripVertical size={16} stroke={1.75} aria-hidden="true" />
        </button>
      ) : null}
      <span className={classes.place} aria-hidden="true">
        {place + 1}
      </span>
      <div className={classes.what}>
        <p className={classes.match}>
          <span className={classes.kind}>{KINDS[rule.kind].label}</span>
          <code className={classes.value}>{rule.value}</code>
        </p>
        <p className={classes.becomes}>
          <span aria-hidden="true">→ </span>
          {rule.category ? <CategoryName category={rule.category} /> : null}
          {project ? (
            <span className={classes.anywhere}>
              {rule.category ? "in project" : "Project"} {project}
            </span>
          ) : null}
          {mark === null ? null : <Tag tone="accent">{mark}</Tag>}
        </p>
        {rule.problem === undefined ? null : <p className={classes.problem}>Not applied. {rule.problem}.</p>}
      </div>
      <DotsMenu
        label={`Actions for ${text}`}
        entries={[
          { name: "Edit…", Icon: IconPencil, onClick: () => actions.edit(rule) },
          isMovable &&
            place > 0 && {
              name: "Move to the top",
              Icon: IconArrowBarToUp,
              onClick: () => actions.move(rule, 0),
            },
          isMovable &&
            place < count - 1 && {
              name: "Move to the end",
              Icon: IconArrowBarToDown,
              onClick: () => actions.move(rule, count - 1),
            },
          { name: "Delete", Icon: IconTrash, isDanger: true, onClick: () => actions.remove(rule, place) },
        ]}
      />
    </li>
  );
});
