import type { ReactNode } from "react";
import type { Operator } from "@/lib/crm/records/schema";
import {
  type Choice,
  type ConditionsDraft,
  type Group,
  type Join,
  type Line,
  lineCount,
  newLine,
  type Subject,
  takesList,
  takesNoValue,
} from "@/lib/ui/light-kit/conditions/draft";
import { operatorWords } from "@/lib/ui/light-kit/conditions/words";
import { newKey } from "@/lib/ui/light-kit/new-key";
import classes from "./conditions.module.css";

type InputProps = { label: string; isReadOnly: boolean };
type ButtonProps = { isDisabled: boolean; onClick: () => void; children: string };

/** The inputs that a list of conditions is drawn with: public pages don't load the console's components. */
export type ConditionInputs = {
  Select: (
    props: InputProps & {
      value: string;
      options: readonly Choice[];
      onChange: (value: string) => void;
      isSmall?: boolean;
    },
  ) => ReactNode;
  Text: (
    props: InputProps & {
      value: string;
      type: string;
      placeholder: string;
      isInvalid: boolean;
      onChange: (text: string) => void;
    },
  ) => ReactNode;
  /** Several values, chosen from options or typed. */
  List: (
    props: InputProps & {
      values: string[];
      options: readonly Choice[] | undefined;
      onChange: (values: string[]) => void;
    },
  ) => ReactNode;
  Add: (props: ButtonProps & { isQuiet?: boolean }) => ReactNode;
  Remove: (props: { label: string; onClick: () => void }) => ReactNode;
};

export type ValueProps = InputProps & {
  line: Line;
  onChange: (text: string) => void;
  /** For conditions that take several values. */
  onListChange: (values: string[]) => void;
};

type Common = {
  inputs: ConditionInputs;
  /** What conditions can compare. */
  subjects: readonly Subject[];
  /** What every condition compares if its subject is typed, because the subjects are not known. */
  typedSubject?: Subject | undefined;
  /** What to call a subject. */
  noun: "Attribute" | "Column" | "Field";
  isReadOnly?: boolean | undefined;
  /** The error for the line at a path such as `and.0.or.1`; the empty path is the whole list. */
  problemOf?: ((path: string, line?: Line) => string | undefined) | undefined;
  /** Draws values that are neither typed nor options, such as a person; null leaves a value to the list. */
  renderValue?: ((props: ValueProps) => ReactNode | null) | undefined;
};

type LineProps = Common & {
  line: Line;
  /** `1`, or `2.1` in a group. */
  ordinal: string;
  problem: string | undefined;
  onChange: (line: Line) => void;
  onRemove: () => void;
};

const withGone = (options: readonly Choice[], value: string, whenEmpty: readonly Choice[]) =>
  options.some((option) => option.value === value)
    ? options
    : [...(value === "" ? whenEmpty : [{ value, label: `${value} (gone)` }]), ...options];

function LineValue(props: LineProps & { subject: Subject | undefined }) {
  const { inputs, line, ordinal, problem, onChange, renderValue, subject, isReadOnly = false } = props;
  const { operator, text, list } = line;
  const common = { label: `Value of condition ${ordinal}`, isReadOnly };
  const setText = (next: string) => onChange({ ...line, text: next });
  const setList = (next: string[]) => onChange({ ...line, list: next });
  if (takesNoValue(operator)) return null;
  const own = renderValue?.({ ...common, line, onChange: setText, onListChange: setList }) ?? null;
  if (own !== null) return own;
  if (takesList(operator)) {
    return <inputs.List {...common} values={list} options={subject?.options} onChange={setList} />;
  }
  if (subject?.options) {
    return (
      <inputs.Select
        {...common}
        value={text}
        options={withGone(subject.options, text, [{ value: "", label: "Choose…" }])}
        onChange={setText}
      />
    );
  }
  return (
    <inputs.Text
      {...common}
      isReadOnly={isReadOnly || subject === undefined}
      value={text}
      type={subject?.input ?? "text"}
      placeholder="Value"
      isInvalid={problem !== undefined}
      onChange={setText}
    />
  );
}

function LineRow(props: LineProps) {
  const { inputs, subjects, typedSubject, noun, line, ordinal, problem, onChange, onRemove } = props;
  const { isReadOnly = false } = props;
  const subject = typedSubject ?? subjects.find(({ slug }) => slug === line.subject);
  const operators: readonly Operator[] = subject?.operators ?? [];
  const label = `${noun} of condition ${ordinal}`;
  return (
    <li className={classes.line}>
      {typedSubject ? (
        <inputs.Text
          label={label}
          placeholder={`${noun}, such as email`}
          type="text"
          isInvalid={problem !== undefined}
          isReadOnly={isReadOnly}
          value={line.subject}
          onChange={(slug) => onChange({ ...line, subject: slug })}
        />
      ) : (
        <inputs.Select
          label={label}
          isReadOnly={isReadOnly}
          options={withGone(
            subjects.map(({ slug, name }) => ({ value: slug, label: name })),
            line.subject,
            [],
          )}
          value={line.subject}
          onChange={(slug) =>
            onChange({ ...newLine(subjects.find((each) => each.slug === slug)), key: line.key })
          }
        />
      )}
      <inputs.Select
        label={`Comparison of condition ${ordinal}`}
        isReadOnly={isReadOnly}
        options={(operators.includes(line.operator) ? operators : [line.operator, ...operators]).map(
          (operator) => ({ value: operator, label: operatorWords(subject?.type ?? "text", operator) }),
        )}
        value={line.operator}
        onChange={(value) => {
          const operator = operators.find((each) => each === value);
          if (operator) onChange({ ...line, operator, text: line.text || (subject?.initial ?? "") });
        }}
      />
      <div className={classes.value}>
        <LineValue key={line.subject} {...props} subject={subject} />
      </div>
      {isReadOnly ? null : (
        <span className={classes.remove}>
          <inputs.Remove label={`Remove condition ${ordinal}`} onClick={onRemove} />
        </span>
      )}
      {problem === undefined ? null : (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}

function JoinChoice({
  inputs,
  join,
  what,
  isReadOnly = false,
  onChange,
}: Pick<Common, "inputs" | "isReadOnly"> & {
  join: Join;
  what: string;
  onChange: (join: Join) => void;
}) {
  return (
    <div className={classes.join}>
      <inputs.Select
        label={`How many of ${what} must be met`}
        isReadOnly={isReadOnly}
        isSmall
        options={[
          { value: "and", label: "All" },
          { value: "or", label: "Any" },
        ]}
        value={join}
        onChange={(next) => onChange(next === "or" ? "or" : "and")}
      />
      of {what} must be met
    </div>
  );
}

type Props = Common & {
  conditions: ConditionsDraft;
  onChange: (conditions: ConditionsDraft) => void;
  /** The most conditions, in groups and outside. */
  max: number;
  hasGroups?: boolean;
  /** What an empty list means. */
  emptyNote?: string;
  /** Further tools at the end of the list. */
  tools?: ReactNode;
};

/**
 * Conditions, one per line, joined by and/or, with groups of conditions among them. The page provides their subjects
 * and inputs.
 */
export function ConditionList(props: Props) {
  const { conditions, onChange, max, hasGroups = true, emptyNote, tools, ...common } = props;
  const { inputs, subjects, typedSubject, problemOf = () => undefined, isReadOnly = false } = common;
  const { join, parts } = conditions;
  const isFull = lineCount(conditions) >= max;
  const set = (next: ConditionsDraft["parts"]) => onChange({ join, parts: next });
  const replace = (key: string, part: Line | Group | null) =>
    set(parts.flatMap((each) => (each.key !== key ? [each] : part === null ? [] : [part])));
  const fresh = () => newLine(typedSubject ? { ...typedSubject, slug: "" } : subjects[0]);
  const other = join === "and" ? "or" : "and";
  const problem = problemOf("");
  const isPlaced = parts.some((_, index) => problemOf(`${join}.${index}`));
  return (
    <div className={classes.list}>
      {parts.length === 0 && emptyNote !== undefined ? <p className={classes.note}>{emptyNote}</p> : null}
      {parts.length > 1 ? (
        <JoinChoice
          {...common}
          join={join}
          what="these"
          onChange={(next) => onChange({ join: next, parts })}
        />
      ) : null}
      <ul className={classes.lines} aria-label="Conditions" hidden={parts.length === 0}>
        {parts.map((part, index) => {
          const path = `${join}.${index}`;
          if (!("lines" in part)) {
            return (
              <LineRow
                key={part.key}
                {...common}
                line={part}
                ordinal={String(index + 1)}
                problem={problemOf(path, part)}
                onChange={(next) => replace(part.key, next)}
                onRemove={() => replace(part.key, null)}
              />
            );
          }
          const setLines = (lines: Line[]) =>
            replace(part.key, lines.length === 0 ? null : { ...part, lines });
          return (
            <li key={part.key} className={classes.group}>
              <JoinChoice
                {...common}
                join={part.join}
                what="this group"
                onChange={(next) => replace(part.key, { ...part, join: next })}
              />
              <ul className={classes.lines} aria-label="Conditions of the group">
                {part.lines.map((line, inner) => (
                  <LineRow
                    key={line.key}
                    {...common}
                    line={line}
                    ordinal={`${index + 1}.${inner + 1}`}
                    problem={problemOf(`${path}.${part.join}.${inner}`, line)}
                    onChange={(next) => setLines(part.lines.map((each) => (each === line ? next : each)))}
                    onRemove={() => setLines(part.lines.filter((each) => each !== line))}
                  />
                ))}
              </ul>
              {isReadOnly ? null : (
                <div>
                  <inputs.Add isDisabled={isFull} onClick={() => setLines([...part.lines, fresh()])}>
                    Add to the group
                  </inputs.Add>
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {problem === undefined || isPlaced ? null : (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {isReadOnly ? null : (
        <div className={classes.foot}>
          <inputs.Add isDisabled={isFull} onClick={() => set([...parts, fresh()])}>
            Add a condition
          </inputs.Add>
          {hasGroups ? (
            <inputs.Add
              isQuiet
              isDisabled={isFull}
              onClick={() => set([...parts, { key: newKey(), join: other, lines: [fresh()] }])}
            >
              Add a group
            </inputs.Add>
          ) : null}
          {tools === undefined ? null : <span className={classes.tools}>{tools}</span>}
        </div>
      )}
    </div>
  );
}
