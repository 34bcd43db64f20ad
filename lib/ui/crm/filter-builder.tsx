"use client";

import { Button } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { FILTER_CONDITIONS_MAX } from "@/lib/crm/records/limits";
import type { Filter } from "@/lib/crm/records/schema";
import { TIME_SUBJECTS } from "@/lib/ui/crm/conditions";
import { renderPicked } from "@/lib/ui/crm/picked-value";
import type { CrmObject } from "@/lib/ui/crm/queries";
import { CONSOLE_INPUTS } from "@/lib/ui/kit/condition-inputs";
import { fromField, toField } from "@/lib/ui/kit/moments";
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

/** Conditions on records. What is complete is applied when the reader pauses. */
export default function FilterBuilder({ object, filter, onChange, onClose }: Props) {
  const subjects = [
    ...object.attributes.map((attribute) => valueSubject(attribute.slug, attribute)),
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
      const attribute = object.attributes.find(({ slug }) => slug === line.subject);
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
        renderValue={(value) => renderPicked(value, object.attributes)}
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
