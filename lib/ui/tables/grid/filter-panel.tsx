import { useState } from "react";
import { FILTER_CONDITIONS_MAX } from "@/lib/crm/records/limits";
import type { Filter } from "@/lib/crm/records/schema";
import { traitsOf } from "@/lib/crm/values/catalog";
import { ConditionList } from "@/lib/ui/light-kit/conditions/condition-list";
import {
  type ConditionsDraft,
  conditionOf,
  conditionsDraft,
  filterOf,
  isComplete,
  type Line,
  newLine,
  plainest,
  takesList,
  takesNoValue,
} from "@/lib/ui/light-kit/conditions/draft";
import { PLAIN_INPUTS } from "@/lib/ui/light-kit/conditions/plain-inputs";
import { valueSubject } from "@/lib/ui/light-kit/conditions/values";
import { parseCell } from "@/lib/ui/tables/grid/cells";
import type { Column } from "@/lib/ui/tables/grid/types";
import type { Parsed } from "@/lib/ui/values/parse";
import classes from "./grid.module.css";

/** Parses a condition's typed text, or says why it is not valid. */
function read(text: string, { operator }: Line, column: Column): Parsed {
  if (traitsOf(column.type).choice !== null) return { value: text };
  // A part of an address is not yet an address.
  const isPart = operator === "contains" || operator === "starts_with";
  return parseCell(isPart ? { ...column, type: "text" } : column, text);
}

type Props = {
  columns: readonly Column[];
  filter: Filter | null;
  onChange: (filter: Filter | null) => void;
  /** The label of its submit button; a form inside a dialog has no such button. */
  label?: string;
};

/** Conditions on columns, one per line. Complete ones are applied as they are typed. */
export function FilterPanel({ columns, filter, onChange, label = "Filter" }: Props) {
  const subjects = columns.map((column) => valueSubject(column.key, column));
  const [conditions, setConditions] = useState<ConditionsDraft>(() =>
    filter === null ? { join: "and", parts: [newLine(subjects[0])] } : conditionsDraft(filter),
  );
  const columnOf = ({ subject }: Line) => columns.find(({ key }) => key === subject);
  const show = (next: ConditionsDraft) => {
    setConditions(next);
    const whole = filterOf(next, (line) => {
      const column = columnOf(line);
      if (!column || !isComplete(line)) return column ? undefined : conditionOf(line, null);
      return conditionOf(line, (text) => {
        const parsed = read(text, line, column);
        return "fault" in parsed || typeof parsed.value === "object" ? undefined : parsed.value;
      });
    });
    onChange(plainest(whole));
  };
  const faultOf = (line: Line) => {
    const column = columnOf(line);
    if (!column || !isComplete(line) || takesNoValue(line.operator)) return undefined;
    const texts = takesList(line.operator) ? line.list : [line.text];
    return texts.flatMap((text) => {
      const parsed = read(text, line, column);
      return "fault" in parsed ? [parsed.fault] : [];
    })[0];
  };
  return (
    <section className={classes.filter} aria-label={label}>
      <ConditionList
        inputs={PLAIN_INPUTS}
        noun="Column"
        subjects={subjects}
        conditions={conditions}
        onChange={show}
        max={FILTER_CONDITIONS_MAX}
        problemOf={(_, line) => line && faultOf(line)}
      />
    </section>
  );
}
