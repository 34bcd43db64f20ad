"use client";

import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { CONDITIONS_PER_LOGIC_MAX } from "@/lib/forms/limits";
import { takesOptions } from "@/lib/forms/rules";
import type { ConditionOperator, FieldCondition, FieldLogic } from "@/lib/forms/schema";
import type { FieldDraft } from "@/lib/ui/forms/draft";
import { OPERATOR_WORDS, operatorsOf } from "@/lib/ui/forms/words";
import editorClasses from "@/lib/ui/kit/editor/editor.module.css";
import classes from "./forms.module.css";

function needsNoValue(operator: ConditionOperator): boolean {
  return operator === "is_empty" || operator === "is_not_empty";
}

/** A condition on a field that is met by something sensible at first. */
function conditionOn(field: FieldDraft): FieldCondition {
  const [operator = "is_not_empty"] = operatorsOf(field.type);
  const base = { field: field.name, operator };
  if (needsNoValue(operator)) return base;
  if (field.type === "checkbox" || field.type === "consent") return { ...base, value: true };
  if (takesOptions(field.type)) {
    const [first] = field.options;
    return { ...base, value: first ? (first.value ?? first.label) : "" };
  }
  return { ...base, value: "" };
}

type OperandProps = {
  condition: FieldCondition;
  source: FieldDraft | undefined;
  onChange: (value: string | number | boolean) => void;
};

function Operand({ condition, source, onChange }: OperandProps) {
  if (needsNoValue(condition.operator)) return <span />;
  const value = String(condition.value ?? "");
  if (source?.type === "checkbox" || source?.type === "consent") {
    return (
      <NativeSelect
        aria-label="Value"
        data={[
          { value: "true", label: "ticked" },
          { value: "false", label: "not ticked" },
        ]}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value === "true")}
      />
    );
  }
  if (source && takesOptions(source.type)) {
    const data = source.options.map((option) => ({
      value: option.value ?? option.label,
      label: option.label,
    }));
    const isKnown = data.some((option) => option.value === value);
    return (
      <NativeSelect
        aria-label="Value"
        data={isKnown ? data : [{ value, label: value === "" ? "Choose…" : `${value} (gone)` }, ...data]}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const isNumber = source?.type === "number" || source?.type === "rating";
  return (
    <TextInput
      aria-label="Value"
      placeholder="Value"
      type={isNumber ? "number" : source?.type === "date" ? "date" : "text"}
      step="any"
      autoComplete="off"
      value={value}
      onChange={({ currentTarget: { value: text } }) =>
        onChange(isNumber && text !== "" ? Number(text) : text)
      }
    />
  );
}

type Props = {
  /** What happens when it is met: "Shown", "Required". */
  verb: string;
  logic: FieldLogic | null;
  /** The fields that can be asked about: all others that visitors see. */
  sources: readonly FieldDraft[];
  problem: string | undefined;
  isReadOnly: boolean;
  onChange: (logic: FieldLogic | null) => void;
};

/** When a field is shown or required: always or never, or if all or any of some conditions on other fields are met. */
export function LogicEditor({ verb, logic, sources, problem, isReadOnly, onChange }: Props) {
  const [first] = sources;
  if (logic === null) {
    return (
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} stroke={2} />}
          disabled={isReadOnly || first === undefined}
          title={first === undefined ? "There is no other field to ask about" : undefined}
          onClick={() => first && onChange({ match: "all", conditions: [conditionOn(first)] })}
        >
          {verb} only if…
        </Button>
      </div>
    );
  }
  const { match, conditions } = logic;
  const replace = (index: number, next: FieldCondition | null) => {
    const rest = conditions.flatMap((each, at) => (at === index ? (next === null ? [] : [next]) : [each]));
    onChange(rest.length === 0 ? null : { match, conditions: rest });
  };
  return (
    <fieldset
      className={classes.logic}
      aria-label={`${verb} only if`}
      disabled={isReadOnly}
      style={{ margin: 0 }}
    >
      <div className={classes.logicHead}>
        <span className={editorClasses.join}>
          {verb} only if
          <NativeSelect
            aria-label="How many must be met"
            size="xs"
            data={[
              { value: "all", label: "all" },
              { value: "any", label: "any" },
            ]}
            value={match}
            onChange={(event) =>
              onChange({ match: event.currentTarget.value === "any" ? "any" : "all", conditions })
            }
          />
          of these are met
        </span>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => onChange(null)}>
          Remove all
        </Button>
      </div>
      <ul className={editorClasses.conditions}>
        {conditions.map((condition, index) => {
          const source = sources.find(({ name }) => name === condition.field);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity
            <li key={index} className={editorClasses.condition}>
              <NativeSelect
                aria-label="Field"
                data={[
                  ...(source ? [] : [{ value: condition.field, label: `${condition.field} (gone)` }]),
                  ...sources.map(({ name, label }) => ({ value: name, label })),
                ]}
                value={condition.field}
                onChange={(event) => {
                  const next = sources.find(({ name }) => name === event.currentTarget.value);
                  if (next) replace(index, conditionOn(next));
                }}
              />
              <NativeSelect
                aria-label="Comparison"
                data={operatorsOf(source?.type ?? "text").map((operator) => ({
                  value: operator,
                  label: OPERATOR_WORDS[operator],
                }))}
                value={condition.operator}
                onChange={(event) => {
                  const operator = event.currentTarget.value as ConditionOperator;
                  const { value: _value, ...rest } = condition;
                  replace(
                    index,
                    needsNoValue(operator)
                      ? { ...rest, operator }
                      : { ...rest, operator, value: condition.value ?? "" },
                  );
                }}
              />
              <Operand
                condition={condition}
                source={source}
                onChange={(value) => replace(index, { ...condition, value })}
              />
              <ActionIcon
                className={editorClasses.remove ?? ""}
                variant="subtle"
                color="gray"
                size="lg"
                aria-label="Remove this condition"
                onClick={() => replace(index, null)}
              >
                <IconX size={16} stroke={1.75} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      {problem === undefined ? null : (
        <p className={editorClasses.problem} role="alert">
          {problem}
        </p>
      )}
      {first && conditions.length < CONDITIONS_PER_LOGIC_MAX ? (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} stroke={2} />}
            onClick={() => onChange({ match, conditions: [...conditions, conditionOn(first)] })}
          >
            Add a condition
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}
