"use client";

import { useState } from "react";
import { FILTER_CONDITIONS_MAX } from "@/lib/crm/records/limits";
import { OPERATORS } from "@/lib/crm/records/rules";
import type { Condition, Filter, Operator } from "@/lib/crm/records/schema";
import controls from "@/lib/ui/light-kit/controls.module.css";
import { parseCell, textOf } from "@/lib/ui/tables/grid/cells";
import type { Column } from "@/lib/ui/tables/grid/types";
import classes from "./grid.module.css";

const WORDS: Record<Operator, string> = {
  eq: "is",
  neq: "is not",
  contains: "contains",
  starts_with: "starts with",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  in: "is any of",
  is_empty: "is empty",
  is_not_empty: "is not empty",
};

const takesNone = (operator: Operator) => operator === "is_empty" || operator === "is_not_empty";

/** One choice to a field: several come by joining conditions with "or". */
function operatorsOf(column: Column | undefined): readonly Operator[] {
  return column ? OPERATORS[column.type].filter((operator) => operator !== "in") : [];
}

type Part = { id: number; key: string; operator: Operator; text: string };

/** A filter as lines of the panel; null where it has a shape that lines can't show. */
function partsOf(
  filter: Filter | null,
  columns: readonly Column[],
): { join: "and" | "or"; parts: Part[] } | null {
  if (filter === null) return { join: "and", parts: [] };
  const [join, list] =
    "and" in filter
      ? (["and", filter.and] as const)
      : "or" in filter
        ? (["or", filter.or] as const)
        : (["and", [filter]] as const);
  const parts: Part[] = [];
  for (const each of list) {
    if (!("operator" in each) || Array.isArray(each.value)) return null;
    const column = columns.find(({ key }) => key === each.attribute);
    if (!column) return null;
    const text = each.value === undefined ? "" : textOf(column, each.value);
    parts.push({ id: parts.length, key: each.attribute, operator: each.operator, text });
  }
  return { join, parts };
}

/** What a line asks for, null while it is not complete, or what is wrong with it. */
function conditionOf(part: Part, columns: readonly Column[]): Condition | null | { fault: string } {
  const column = columns.find(({ key }) => key === part.key);
  if (!column) return null;
  const { key, operator } = part;
  if (takesNone(operator)) return { attribute: key, operator };
  if (part.text.trim() === "") return null;
  // A part of an address is no address yet.
  const isPart = operator === "contains" || operator === "starts_with";
  const type = isPart && column.type !== "multi_select" ? "text" : column.type;
  const parsed = parseCell({ ...column, type }, part.text);
  if ("fault" in parsed) return parsed;
  const value = Array.isArray(parsed.value) ? parsed.value[0] : parsed.value;
  return value === undefined || value === null ? null : { attribute: key, operator, value };
}

type Props = {
  columns: readonly Column[];
  filter: Filter | null;
  onChange: (filter: Filter | null) => void;
  /** Offered beside; a form that is part of a dialog has a button of its own. */
  label?: string;
};

/** Conditions on columns, one to a line. What is complete is applied as it is typed. */
export function FilterPanel({ columns, filter, onChange, label = "Filter" }: Props) {
  const blank = (id: number): Part => ({
    id,
    key: columns[0]?.key ?? "",
    operator: operatorsOf(columns[0])[0] ?? "eq",
    text: columns[0]?.type === "checkbox" ? "Yes" : "",
  });
  const [given] = useState(() => partsOf(filter, columns));
  const [join, setJoin] = useState(given?.join ?? "and");
  const [parts, setParts] = useState<Part[]>(() => (given?.parts.length ? given.parts : [blank(0)]));
  const [isFixed, setIsFixed] = useState(given === null);
  const show = (next: Part[], how = join) => {
    setParts(next);
    setJoin(how);
    const whole = next.flatMap((part) => {
      const condition = conditionOf(part, columns);
      return condition !== null && !("fault" in condition) ? [condition] : [];
    });
    const [first] = whole;
    onChange(
      first === undefined
        ? null
        : whole.length === 1
          ? first
          : how === "and"
            ? { and: whole }
            : { or: whole },
    );
  };
  const edit = (id: number, change: Partial<Part>) =>
    show(parts.map((part) => (part.id === id ? { ...part, ...change } : part)));
  if (isFixed) {
    return (
      <section className={classes.filter} aria-label={label}>
        <p className={classes.hint}>
          This filter was made by other means, and can be cleared but not changed here.
        </p>
        <button
          type="button"
          className={controls.button}
          onClick={() => {
            setIsFixed(false);
            onChange(null);
          }}
        >
          Clear it
        </button>
      </section>
    );
  }
  return (
    <section className={classes.filter} aria-label={label}>
      {parts.map((part, index) => {
        const column = columns.find(({ key }) => key === part.key);
        const condition = conditionOf(part, columns);
        const fault = condition !== null && "fault" in condition ? condition.fault : null;
        const ordinal = index + 1;
        return (
          <div key={part.id} className={classes.condition}>
            {index === 1 ? (
              <select
                className={controls.field}
                aria-label="How conditions are joined"
                value={join}
                onChange={(event) => show(parts, event.currentTarget.value === "or" ? "or" : "and")}
              >
                <option value="and">and</option>
                <option value="or">or</option>
              </select>
            ) : (
              <span className={classes.lead}>{index === 0 ? "Where" : join}</span>
            )}
            <select
              className={controls.field}
              aria-label={`Column of condition ${ordinal}`}
              value={part.key}
              onChange={(event) => {
                const to = columns.find(({ key }) => key === event.currentTarget.value);
                if (to) {
                  edit(part.id, {
                    key: to.key,
                    operator: operatorsOf(to)[0] ?? "eq",
                    text: to.type === "checkbox" ? "Yes" : "",
                  });
                }
              }}
            >
              {columns.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </select>
            <select
              className={controls.field}
              aria-label={`Operator of condition ${ordinal}`}
              value={part.operator}
              onChange={(event) => {
                const operator = operatorsOf(column).find((each) => each === event.currentTarget.value);
                if (operator) edit(part.id, { operator });
              }}
            >
              {operatorsOf(column).map((operator) => (
                <option key={operator} value={operator}>
                  {column?.type === "multi_select" && operator === "contains" ? "has" : WORDS[operator]}
                </option>
              ))}
            </select>
            {takesNone(part.operator) ? (
              <span />
            ) : column?.type === "select" ||
              column?.type === "multi_select" ||
              column?.type === "checkbox" ? (
              <select
                className={controls.field}
                aria-label={`Value of condition ${ordinal}`}
                value={part.text}
                onChange={(event) => edit(part.id, { text: event.currentTarget.value })}
              >
                {column.type === "checkbox" ? null : <option value="">Choose…</option>}
                {(column.type === "checkbox"
                  ? ["Yes", "No"]
                  : column.options.map((option) => option.label)
                ).map((text) => (
                  <option key={text} value={text}>
                    {text}
                  </option>
                ))}
              </select>
            ) : (
              <input
                className={controls.field}
                type={column?.type === "date" ? "date" : "text"}
                aria-label={`Value of condition ${ordinal}`}
                aria-invalid={fault !== null}
                title={fault ?? undefined}
                autoComplete="off"
                value={part.text}
                onChange={(event) => edit(part.id, { text: event.currentTarget.value })}
              />
            )}
            <button
              type="button"
              className={controls.iconButton}
              aria-label={`Remove condition ${ordinal}`}
              onClick={() =>
                show(parts.length === 1 ? [blank(part.id)] : parts.filter(({ id }) => id !== part.id))
              }
            >
              ×
            </button>
          </div>
        );
      })}
      <button
        type="button"
        className={controls.button}
        disabled={parts.length >= FILTER_CONDITIONS_MAX}
        onClick={() => setParts([...parts, blank(Math.max(...parts.map(({ id }) => id)) + 1)])}
      >
        Add a condition
      </button>
    </section>
  );
}
