import { Button } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { FILTER_CONDITIONS_MAX } from "@/lib/crm/records/limits";
import type { Filter } from "@/lib/crm/records/schema";
import { TIME_SUBJECTS } from "@/lib/ui/crm/conditions";
import { type Attribute, type CrmObject, useObjects } from "@/lib/ui/crm/queries";
import { renderReaderValue } from "@/lib/ui/crm/reader-value";
import { CONSOLE_INPUTS } from "@/lib/ui/kit/filters/condition-inputs";
import { fromField, toField } from "@/lib/ui/kit/time/moments";
import { ConditionList } from "@/lib/ui/light-kit/conditions/condition-list";
import {
  type ConditionsDraft,
  conditionOf,
  conditionsDraft,
  filterOf,
  isComplete,
  newLine,
  plainest,
} from "@/lib/ui/light-kit/conditions/draft";
import { typedValue, valueSubject } from "@/lib/ui/light-kit/conditions/values";
import classes from "./record-table.module.css";

const TYPING_MS = 250;

type Props = {
  object: CrmObject;
  filter: Filter | null;
  onChange: (filter: Filter | null) => void;
  onClose: () => void;
};

/** An object's attributes, and through its references those of other objects: `company.name`. */
function useReachable({ attributes }: CrmObject): Attribute[] {
  const objects = useObjects();
  const related = attributes.flatMap((reference) => {
    const object = objects.data?.find(({ slug }) => slug === reference.reference_object);
    return (object?.attributes ?? []).map((attribute) => ({
      ...attribute,
      slug: `${reference.slug}.${attribute.slug}`,
      name: `${reference.name} › ${attribute.name}`,
    }));
  });
  return [...attributes, ...related];
}

/** Conditions on records. Complete ones are applied when the reader pauses. */
export default function FilterBuilder({ object, filter, onChange, onClose }: Props) {
  const attributes = useReachable(object);
  const subjects = [
    ...attributes.map((attribute) => valueSubject(attribute.slug, attribute)),
    ...TIME_SUBJECTS,
  ];
  const [conditions, setConditions] = useState<ConditionsDraft>(() =>
    filter === null
      ? { join: "and", parts: [newLine(subjects[0])] }
      : conditionsDraft(filter, (value, slug) =>
          TIME_SUBJECTS.some((subject) => subject.slug === slug) ? toField(String(value)) : String(value),
        ),
  );
  const apply = useDebouncedCallback(onChange, TYPING_MS);
  const show = (next: ConditionsDraft) => {
    setConditions(next);
    const whole = filterOf(next, (line) => {
      const type = subjects.find(({ slug }) => slug === line.subject)?.type;
      const attribute = attributes.find(({ slug }) => slug === line.subject);
      if (type !== undefined && !isComplete(line)) return undefined;
      if (attribute) return conditionOf(line, (text) => typedValue(text, attribute.type));
      return conditionOf(line, type === "time" ? fromField : null);
    });
    apply(plainest(whole));
  };
  return (
    <section className={classes.builder} aria-label="Filter">
      <ConditionList
        inputs={CONSOLE_INPUTS}
        noun="Attribute"
        subjects={subjects}
        conditions={conditions}
        onChange={show}
        max={FILTER_CONDITIONS_MAX}
        renderValue={(value) => renderReaderValue(value, attributes)}
        tools={
          <>
            <Button
              variant="subtle"
              color="gray"
              size="xs"
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
              size="xs"
              onClick={() => {
                apply.flush();
                onClose();
              }}
            >
              Done
            </Button>
          </>
        }
      />
    </section>
  );
}
