import { Button } from "@mantine/core";
import { takesOptions } from "@/lib/forms/definition/rules";
import { CONDITIONS_PER_LOGIC_MAX } from "@/lib/forms/limits";
import type { FieldCondition, FieldLogic, FieldType } from "@/lib/forms/schema";
import type { FieldDraft } from "@/lib/ui/forms/draft";
import { operatorsOf } from "@/lib/ui/forms/words";
import { IconPlus } from "@/lib/ui/icons";
import { CONSOLE_INPUTS } from "@/lib/ui/kit/filters/condition-inputs";
import { ConditionList } from "@/lib/ui/light-kit/conditions/condition-list";
import {
  type ConditionsDraft,
  conditionOf,
  newLine,
  type Subject,
} from "@/lib/ui/light-kit/conditions/draft";
import classes from "./forms.module.css";

const TICKED_OR_NOT = [
  { value: "true", label: "ticked" },
  { value: "false", label: "not ticked" },
];

function subjectOf({ name, label, type, options }: FieldDraft): Subject {
  const subject = { slug: name, name: label, type, operators: operatorsOf(type) };
  if (type === "checkbox" || type === "consent") {
    return { ...subject, options: TICKED_OR_NOT, initial: "true" };
  }
  if (takesOptions(type)) {
    const choices = options.map(({ value, label: text }) => ({ value: value ?? text, label: text }));
    return { ...subject, options: choices, initial: choices[0]?.value ?? "" };
  }
  if (type === "number" || type === "rating") return { ...subject, input: "number" };
  return type === "date" ? { ...subject, input: "date" } : subject;
}

function read(text: string, type: FieldType): string | number | boolean {
  if (type === "checkbox" || type === "consent") return text === "true";
  return (type === "number" || type === "rating") && text !== "" ? Number(text) : text;
}

/** Conditions of logic are identified by position only. */
function draftOf({ match, conditions }: FieldLogic): ConditionsDraft {
  return {
    join: match === "any" ? "or" : "and",
    parts: conditions.map(({ field, operator, value }, index) => ({
      key: String(index),
      subject: field,
      operator,
      text: String(value ?? ""),
      list: [],
      given: value,
    })),
  };
}

function logicOf({ join, parts }: ConditionsDraft, sources: readonly FieldDraft[]): FieldLogic | null {
  const lines = parts.flatMap((part) => ("lines" in part ? [] : [part]));
  const conditions = lines.flatMap((line) => {
    const type = sources.find(({ name }) => name === line.subject)?.type;
    const { attribute: field, ...rest } = conditionOf(line, type ? (text) => read(text, type) : null) ?? {};
    return field === undefined ? [] : [{ field, ...rest } as FieldCondition];
  });
  return conditions.length === 0 ? null : { match: join === "or" ? "any" : "all", conditions };
}

type Props = {
  /** What the logic controls: "Shown", "Required". */
  verb: string;
  logic: FieldLogic | null;
  /** The fields that conditions can refer to: all others that visitors see. */
  sources: readonly FieldDraft[];
  problem: string | undefined;
  isReadOnly: boolean;
  onChange: (logic: FieldLogic | null) => void;
};

/** When a field is shown or required: always, never, or if all or any of some conditions on other fields are met. */
export function LogicEditor({ verb, logic, sources, problem, isReadOnly, onChange }: Props) {
  const subjects = sources.map(subjectOf);
  const [first] = subjects;
  if (logic === null) {
    return (
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} stroke={2} />}
          disabled={isReadOnly || first === undefined}
          title={first === undefined ? "There is no other field to ask about" : undefined}
          onClick={() => onChange(logicOf({ join: "and", parts: [newLine(first)] }, sources))}
        >
          {verb} only if…
        </Button>
      </div>
    );
  }
  return (
    <section className={classes.logic} aria-label={`${verb} only if`}>
      <div className={classes.logicHead}>
        {verb} only if
        {isReadOnly ? null : (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => onChange(null)}>
            Remove all
          </Button>
        )}
      </div>
      <ConditionList
        inputs={CONSOLE_INPUTS}
        noun="Field"
        subjects={subjects}
        conditions={draftOf(logic)}
        onChange={(conditions) => onChange(logicOf(conditions, sources))}
        max={CONDITIONS_PER_LOGIC_MAX}
        hasGroups={false}
        isReadOnly={isReadOnly}
        problemOf={(path) => (path === "" ? problem : undefined)}
      />
    </section>
  );
}
