"use client";

import { ActionIcon, Button, NativeSelect, TagsInput, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { TRIGGER_CONDITIONS_MAX } from "@/lib/crm/automations/limits";
import { OPERATORS } from "@/lib/crm/records/rules";
import { Operator } from "@/lib/crm/records/schema";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import {
  type ConditionDraft,
  type ConditionsDraft,
  type GroupDraft,
  newCondition,
  takesNoValue,
} from "@/lib/ui/automations/draft";
import { operatorWords } from "@/lib/ui/automations/words";
import type { Attribute } from "@/lib/ui/crm/queries";
import { RecordPicker } from "@/lib/ui/crm/record-picker";
import editor from "@/lib/ui/kit/editor/editor.module.css";
import { newKey } from "@/lib/ui/kit/editor/items";
import { PersonPicker } from "@/lib/ui/kit/person-picker";
import classes from "./automations.module.css";

type Common = {
  /** Empty where a form sets it off, whose fields have no types. */
  attributes: readonly Attribute[];
  nameOf: (developerId: string) => string;
  isReadOnly: boolean;
};

type ConditionProps = Common & {
  condition: ConditionDraft;
  onChange: (condition: ConditionDraft) => void;
  onRemove: () => void;
  problem: string | undefined;
};

/** Which operators are on offer; lists of people and records would need pickers of their own. */
function operatorsOf(attribute: Attribute | undefined, current: Operator): readonly Operator[] {
  const all = attribute ? OPERATORS[attribute.type] : OPERATORS.text;
  const isPicked = attribute?.type === "user" || attribute?.type === "reference";
  return all.filter((operator) => operator !== "in" || !isPicked || current === "in");
}

function Operand({ condition, onChange, attributes, nameOf, isReadOnly }: ConditionProps) {
  const { id } = useWorkspace();
  const attribute = attributes.find(({ slug }) => slug === condition.attribute);
  const { operator, text, list } = condition;
  const [picked, setPicked] = useState(text === "" ? null : { id: text, title: text });
  const setText = (next: string) => onChange({ ...condition, text: next });
  if (takesNoValue(operator)) return <span />;
  const options = attribute?.options.map(({ value, label }) => ({ value, label })) ?? [];
  if (operator === "in") {
    return (
      <TagsInput
        aria-label="Values"
        placeholder={list.length === 0 ? "Value, then Enter" : ""}
        disabled={isReadOnly}
        data={options.map(({ value }) => value)}
        value={list}
        onChange={(next) => onChange({ ...condition, list: next })}
        acceptValueOnBlur
      />
    );
  }
  switch (attribute?.type) {
    case "select":
    case "multi_select":
      return (
        <NativeSelect
          aria-label="Value"
          disabled={isReadOnly}
          data={[{ value: "", label: "Choose…" }, ...options]}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      );
    case "checkbox":
      return (
        <NativeSelect
          aria-label="Value"
          disabled={isReadOnly}
          data={[
            { value: "true", label: "Yes" },
            { value: "false", label: "No" },
          ]}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      );
    case "user":
      return (
        <PersonPicker
          aria-label="Value"
          workspaceId={id}
          disabled={isReadOnly}
          value={text === "" ? null : { developer_id: text, name: nameOf(text) }}
          onChange={(person) => setText(person?.developer_id ?? "")}
        />
      );
    case "reference":
      return (
        <RecordPicker
          aria-label="Value"
          workspaceId={id}
          disabled={isReadOnly}
          object={attribute.reference_object ?? ""}
          value={picked}
          onChange={(record) => {
            setPicked(record);
            setText(record?.id ?? "");
          }}
        />
      );
    default: {
      const type =
        { date: "date", number: "number", currency: "number" }[attribute?.type as string] ?? "text";
      return (
        <TextInput
          aria-label="Value"
          placeholder="Value"
          type={type}
          step="any"
          readOnly={isReadOnly}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      );
    }
  }
}

function ConditionRow(props: ConditionProps) {
  const { condition, onChange, onRemove, attributes, problem, isReadOnly } = props;
  const attribute = attributes.find(({ slug }) => slug === condition.attribute);
  const isKnown = attributes.length === 0 || attribute !== undefined || condition.attribute === "";
  return (
    <li className={editor.condition}>
      {attributes.length === 0 ? (
        <TextInput
          aria-label="Field"
          placeholder="Field, such as email"
          autoComplete="off"
          spellCheck={false}
          readOnly={isReadOnly}
          value={condition.attribute}
          onChange={(event) => onChange({ ...condition, attribute: event.currentTarget.value })}
        />
      ) : (
        <NativeSelect
          aria-label="Attribute"
          disabled={isReadOnly}
          data={[
            ...(isKnown ? [] : [{ value: condition.attribute, label: `${condition.attribute} (gone)` }]),
            ...attributes.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
          value={condition.attribute}
          onChange={(event) => {
            const next = attributes.find(({ slug }) => slug === event.currentTarget.value);
            onChange({ ...newCondition(next), key: condition.key });
          }}
        />
      )}
      <NativeSelect
        aria-label="Comparison"
        disabled={isReadOnly}
        data={operatorsOf(attribute, condition.operator).map((operator) => ({
          value: operator,
          label: operatorWords(operator, attribute?.type ?? "text"),
        }))}
        value={condition.operator}
        onChange={(event) => {
          const operator = Operator.safeParse(event.currentTarget.value);
          if (operator.success) onChange({ ...condition, operator: operator.data });
        }}
      />
      <Operand key={condition.attribute} {...props} />
      {isReadOnly ? (
        <span />
      ) : (
        <ActionIcon
          className={editor.remove ?? ""}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Remove this condition"
          onClick={onRemove}
        >
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      )}
      {problem === undefined ? null : (
        <p className={editor.problem} role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}

function Join({
  join,
  onChange,
  what,
  isReadOnly,
}: {
  join: "and" | "or";
  onChange: (join: "and" | "or") => void;
  what: string;
  isReadOnly: boolean;
}) {
  return (
    <div className={editor.join}>
      <NativeSelect
        aria-label={`How many of ${what} must be met`}
        size="xs"
        disabled={isReadOnly}
        data={[
          { value: "and", label: "All" },
          { value: "or", label: "Any" },
        ]}
        value={join}
        onChange={(event) => onChange(event.currentTarget.value === "or" ? "or" : "and")}
      />
      of {what} must be met
    </div>
  );
}

type Props = Common & {
  conditions: ConditionsDraft;
  onChange: (conditions: ConditionsDraft) => void;
  /** What is wrong at a path that begins behind `conditions`; the empty path is the whole. */
  problemOf: (path: string) => string | undefined;
};

function count({ parts }: ConditionsDraft): number {
  return parts.reduce((sum, part) => sum + ("conditions" in part ? part.conditions.length : 1), 0);
}

/** Conditions on the record's values, joined by and/or, with groups of conditions among them. */
export function ConditionFields({ conditions, onChange, problemOf, ...common }: Props) {
  const { attributes, isReadOnly } = common;
  const { join, parts } = conditions;
  const isFull = count(conditions) >= TRIGGER_CONDITIONS_MAX;
  const set = (next: ConditionsDraft["parts"]) => onChange({ join, parts: next });
  const replace = (key: string, part: ConditionDraft | GroupDraft | null) =>
    set(parts.flatMap((each) => (each.key === key ? (part === null ? [] : [part]) : [each])));
  const fresh = () => newCondition(attributes[0]);
  return (
    <>
      {parts.length === 0 ? <p className={editor.note}>None: it always acts.</p> : null}
      {parts.length > 1 ? (
        <Join
          join={join}
          what="these"
          isReadOnly={isReadOnly}
          onChange={(next) => onChange({ join: next, parts })}
        />
      ) : null}
      <ul className={editor.conditions} aria-label="Conditions" hidden={parts.length === 0}>
        {parts.map((part, index) =>
          "conditions" in part ? (
            <li key={part.key} className={classes.group}>
              <Join
                join={part.join}
                what="this group"
                isReadOnly={isReadOnly}
                onChange={(next) => replace(part.key, { ...part, join: next })}
              />
              <ul className={editor.conditions} aria-label="Conditions of the group">
                {part.conditions.map((condition, inner) => {
                  const others = part.conditions.filter(({ key }) => key !== condition.key);
                  return (
                    <ConditionRow
                      key={condition.key}
                      {...common}
                      condition={condition}
                      problem={problemOf(`${join}.${index}.${part.join}.${inner}`)}
                      onChange={(next) =>
                        replace(part.key, {
                          ...part,
                          conditions: part.conditions.map((each) => (each.key === next.key ? next : each)),
                        })
                      }
                      onRemove={() =>
                        replace(part.key, others.length === 0 ? null : { ...part, conditions: others })
                      }
                    />
                  );
                })}
              </ul>
              {isReadOnly ? null : (
                <div>
                  <Button
                    variant="default"
                    size="xs"
                    leftSection={<IconPlus size={14} stroke={2} />}
                    disabled={isFull}
                    onClick={() => replace(part.key, { ...part, conditions: [...part.conditions, fresh()] })}
                  >
                    Add to the group
                  </Button>
                </div>
              )}
            </li>
          ) : (
            <ConditionRow
              key={part.key}
              {...common}
              condition={part}
              problem={problemOf(`${join}.${index}`)}
              onChange={(next) => replace(part.key, next)}
              onRemove={() => replace(part.key, null)}
            />
          ),
        )}
      </ul>
      {problemOf("") === undefined || parts.some((_, index) => problemOf(`${join}.${index}`)) ? null : (
        <p className={editor.problem} role="alert">
          {problemOf("")}
        </p>
      )}
      {isReadOnly ? null : (
        <div className={editor.join}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} stroke={2} />}
            disabled={isFull}
            onClick={() => set([...parts, fresh()])}
          >
            Add a condition
          </Button>
          <Button
            variant="subtle"
            size="xs"
            disabled={isFull}
            onClick={() =>
              set([...parts, { key: newKey(), join: join === "and" ? "or" : "and", conditions: [fresh()] }])
            }
          >
            Add a group
          </Button>
        </div>
      )}
    </>
  );
}
