"use client";

import {
  ActionIcon,
  Button,
  Group,
  MultiSelect,
  NativeSelect,
  TagsInput,
  Text,
  TextInput,
} from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { FILTER_CONDITIONS_MAX } from "@/lib/crm/records/limits";
import { OPERATORS, TIME_COLUMNS } from "@/lib/crm/records/rules";
import type { Condition, Filter, Operator } from "@/lib/crm/records/schema";
import { wordsOf } from "@/lib/ui/audit/words";
import { type Attribute, type CrmObject, useMemberName, useRecordTitle } from "@/lib/ui/crm/queries";
import { ValueField } from "@/lib/ui/crm/value-field";
import { conditionCount, filterOf, type Part, partsOf } from "@/lib/ui/crm/view-state";
import { operatorWords } from "@/lib/ui/crm/wording";
import { fromField, toField } from "@/lib/ui/kit/moments";
import classes from "./crm.module.css";

const TYPING_MS = 250;

const TIME_NAMES: Record<(typeof TIME_COLUMNS)[number], string> = {
  created_at: "Created",
  updated_at: "Changed",
};
const TIME_OPERATORS: readonly Operator[] = ["gt", "gte", "lt", "lte"];
const NO_VALUE: readonly Operator[] = ["is_empty", "is_not_empty"];

const isTime = (attribute: string) => TIME_COLUMNS.some((column) => column === attribute);
const isOperator = (text: string): text is Operator =>
  Object.values(OPERATORS).some((operators) => operators.some((each) => each === text));

function operatorsFor(attribute: Attribute | undefined): readonly Operator[] {
  if (attribute === undefined) return TIME_OPERATORS;
  const isChosenById = attribute.type === "reference" || attribute.type === "user";
  return OPERATORS[attribute.type].filter((operator) => operator !== "in" || !isChosenById);
}

function isComplete({ operator, value }: Condition): boolean {
  if (NO_VALUE.includes(operator)) return true;
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== "";
}

type OperandProps = { condition: Condition; onChange: (value: Condition["value"]) => void };

function ReferenceOperand({
  attribute,
  condition,
  onChange,
}: OperandProps & { attribute: Attribute; workspaceId: string }) {
  return (
    <ValueField
      attribute={{ ...attribute, name: "Value" }}
      hasLabel={false}
      value={typeof condition.value === "string" ? condition.value : null}
      onChange={(value) => onChange(typeof value === "string" ? value : undefined)}
    />
  );
}

type NamedProps = OperandProps & { attribute: Attribute; workspaceId: string; id: string };

/** The operand of a condition that came with an id alone: it is called by its name once that is known. */
function NamedRecordOperand({ id, ...rest }: NamedProps) {
  const title = useRecordTitle(rest.workspaceId, rest.attribute.reference_object ?? "", id);
  return <NamedOperand {...rest} id={id} name={title} />;
}

function NamedMemberOperand({ id, ...rest }: NamedProps) {
  const name = useMemberName(rest.workspaceId, id);
  return <NamedOperand {...rest} id={id} name={name} />;
}

function NamedOperand({ attribute, id, name, onChange }: NamedProps & { name: string | null }) {
  return (
    <ValueField
      // A new one once the name is there: the search box begins with it.
      key={name}
      attribute={{ ...attribute, name: "Value" }}
      hasLabel={false}
      value={id}
      labels={name === null ? {} : { [id]: name }}
      onChange={(value) => onChange(typeof value === "string" ? value : undefined)}
    />
  );
}

type ConditionProps = {
  workspaceId: string;
  attribute: Attribute | undefined;
  condition: Condition;
  onChange: (value: Condition["value"]) => void;
};

function Operand({ workspaceId, attribute, condition, onChange }: ConditionProps) {
  const { operator, value } = condition;
  // What a condition names when it is first shown; what is picked later brings its name along.
  const [firstId] = useState(typeof value === "string" ? value : null);
  if (NO_VALUE.includes(operator)) return null;
  if (attribute === undefined) {
    return (
      <TextInput
        type="datetime-local"
        aria-label="Value"
        value={toField(String(value ?? ""))}
        onChange={(event) => onChange(fromField(event.currentTarget.value))}
      />
    );
  }
  const { type } = attribute;
  if (operator === "in") {
    const chosen = Array.isArray(value) ? value.map(String) : [];
    return type === "select" || type === "multi_select" ? (
      <MultiSelect
        aria-label="Value"
        data={attribute.options.map((option) => ({ value: option.value, label: option.label }))}
        value={chosen}
        onChange={onChange}
        placeholder={chosen.length === 0 ? "Choose" : ""}
      />
    ) : (
      <TagsInput
        aria-label="Value"
        value={chosen}
        placeholder={chosen.length === 0 ? "Type and press Enter" : ""}
        onChange={(texts) =>
          onChange(
            type === "number" || type === "currency"
              ? texts.map(Number).filter((number) => Number.isFinite(number))
              : texts,
          )
        }
      />
    );
  }
  if (firstId !== null && firstId === value && (type === "reference" || type === "user")) {
    const Named = type === "reference" ? NamedRecordOperand : NamedMemberOperand;
    return <Named {...{ workspaceId, attribute, condition, onChange }} id={firstId} />;
  }
  if (type === "reference" || type === "user") {
    return <ReferenceOperand {...{ workspaceId, attribute, condition, onChange }} />;
  }
  if (type === "checkbox") {
    return (
      <NativeSelect
        aria-label="Value"
        data={[
          { value: "true", label: "Yes" },
          { value: "false", label: "No" },
        ]}
        value={String(value ?? true)}
        onChange={(event) => onChange(event.currentTarget.value === "true")}
      />
    );
  }
  // A part of an address is no address yet.
  const shape = type === "email" || type === "url" || type === "phone" ? "text" : type;
  return (
    <ValueField
      attribute={{
        ...attribute,
        type: shape === "multi_select" ? "select" : shape,
        name: "Value",
        is_required: false,
      }}
      hasLabel={false}
      value={value === undefined || Array.isArray(value) ? null : value}
      onChange={(next) => onChange(next === null ? undefined : Array.isArray(next) ? next : next)}
    />
  );
}

function valueWords({ value }: Condition, attribute: Attribute | undefined): string {
  const isId = attribute?.type === "reference" || attribute?.type === "user";
  if (value === undefined) return "";
  if (isId) return "a certain one";
  const labelOf = (text: string) => attribute?.options.find((option) => option.value === text)?.label ?? text;
  return [value]
    .flat()
    .map((each) => labelOf(String(each)))
    .join(", ");
}

/** `Industry is Steam or Industry is empty` */
function groupWords(
  group: Exclude<Part, Condition>,
  attributeOf: (slug: string) => Attribute | undefined,
): string {
  const [join, conditions] = "and" in group ? ["and", group.and] : ["or", group.or];
  return conditions
    .map((condition) => {
      const attribute = attributeOf(condition.attribute);
      const name = attribute?.name ?? wordsOf(condition.attribute);
      const operator = operatorWords(attribute?.type ?? "time", condition.operator);
      return `${name} ${operator} ${valueWords(condition, attribute)}`.trim();
    })
    .join(` ${join} `);
}

type Draft = { id: number; part: Part };

type Props = {
  workspaceId: string;
  object: CrmObject;
  filter: Filter | null;
  onChange: (filter: Filter | null) => void;
  onClose: () => void;
};

/** Conditions, one to a line, joined by and/or. What is complete is applied when the
 * reader pauses; groups made elsewhere stay whole. */
export default function FilterBuilder({ workspaceId, object, filter, onChange, onClose }: Props) {
  const given = partsOf(filter);
  const first = object.attributes[0];
  const blank = (): Part => ({
    attribute: first?.slug ?? "created_at",
    operator: operatorsFor(first)[0] ?? "is_empty",
  });
  const [join, setJoin] = useState(given.join);
  const [drafts, setDrafts] = useState<Draft[]>(() =>
    (given.parts.length === 0 ? [blank()] : given.parts).map((part, id) => ({ id, part })),
  );
  const [nextId, setNextId] = useState(drafts.length);
  const apply = useDebouncedCallback(onChange, TYPING_MS);
  const show = (next: Draft[], how = join) => {
    setDrafts(next);
    setJoin(how);
    const whole = next.map(({ part }) => part).filter((part) => !("operator" in part) || isComplete(part));
    apply(filterOf(how, whole));
  };
  const edit = (id: number, part: Part) => show(drafts.map((each) => (each.id === id ? { id, part } : each)));
  const attributeOf = (slug: string) => object.attributes.find((attribute) => attribute.slug === slug);
  const count = drafts.reduce((sum, { part }) => sum + conditionCount(part), 0);
  return (
    <section className={classes.builder} aria-label="Filter">
      {drafts.map(({ id, part }, index) => {
        const remove = (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove condition ${index + 1}`}
            onClick={() => show(drafts.filter((each) => each.id !== id))}
          >
            <IconX size={15} stroke={1.75} />
          </ActionIcon>
        );
        const lead =
          index === 0 ? (
            <span className={classes.lead}>Where</span>
          ) : index === 1 ? (
            <NativeSelect
              aria-label="How conditions are joined"
              size="sm"
              data={["and", "or"]}
              value={join}
              onChange={(event) => show(drafts, event.currentTarget.value === "or" ? "or" : "and")}
            />
          ) : (
            <span className={classes.lead}>{join}</span>
          );
        if (!("operator" in part)) {
          return (
            <div key={id} className={classes.condition}>
              {lead}
              <Text size="sm" c="dimmed" className={classes.group}>
                {groupWords(part, attributeOf)}. Made through the API: kept or removed as a whole.
              </Text>
              {remove}
            </div>
          );
        }
        const attribute = attributeOf(part.attribute);
        const operators = isTime(part.attribute) ? TIME_OPERATORS : operatorsFor(attribute);
        return (
          <div key={id} className={classes.condition}>
            {lead}
            <NativeSelect
              aria-label={`Attribute of condition ${index + 1}`}
              data={[
                ...object.attributes.map((each) => ({ value: each.slug, label: each.name })),
                ...TIME_COLUMNS.map((column) => ({ value: column, label: TIME_NAMES[column] })),
                ...(attribute || isTime(part.attribute)
                  ? []
                  : [{ value: part.attribute, label: part.attribute }]),
              ]}
              value={part.attribute}
              onChange={(event) => {
                const slug = event.currentTarget.value;
                const to = attributeOf(slug);
                edit(id, {
                  attribute: slug,
                  operator: operatorsFor(to)[0] ?? "eq",
                  ...(to?.type === "checkbox" ? { value: true } : {}),
                });
              }}
            />
            <NativeSelect
              aria-label={`Operator of condition ${index + 1}`}
              data={(operators.includes(part.operator) ? operators : [part.operator, ...operators]).map(
                (operator) => ({
                  value: operator,
                  label: operatorWords(attribute?.type ?? "time", operator),
                }),
              )}
              value={part.operator}
              onChange={(event) => {
                const operator = event.currentTarget.value;
                if (!isOperator(operator)) return;
                const keeps =
                  (operator === "in") === (part.operator === "in") && !NO_VALUE.includes(operator);
                edit(id, {
                  attribute: part.attribute,
                  operator,
                  ...(keeps && part.value !== undefined
                    ? { value: part.value }
                    : attribute?.type === "checkbox" && !NO_VALUE.includes(operator)
                      ? { value: true }
                      : {}),
                });
              }}
            />
            <div className={classes.operand}>
              <Operand
                key={`${part.attribute} ${part.operator === "in"}`}
                workspaceId={workspaceId}
                attribute={attribute}
                condition={part}
                onChange={(value) =>
                  edit(id, {
                    attribute: part.attribute,
                    operator: part.operator,
                    ...(value === undefined ? {} : { value }),
                  })
                }
              />
            </div>
            {remove}
          </div>
        );
      })}
      <Group justify="space-between" gap="xs">
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={2} />}
          disabled={count >= FILTER_CONDITIONS_MAX}
          onClick={() => {
            setDrafts([...drafts, { id: nextId, part: blank() }]);
            setNextId(nextId + 1);
          }}
        >
          Add a condition
        </Button>
        <Group gap="xs">
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={() => {
              apply.cancel();
              onChange(null);
              onClose();
            }}
          >
            Clear
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              apply.flush();
              onClose();
            }}
          >
            Done
          </Button>
        </Group>
      </Group>
    </section>
  );
}
