"use client";

import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { Value } from "@/lib/crm/attributes/schema";
import { useOpenObject } from "@/lib/ui/crm/crm-frame";
import { type Attribute, type CrmRecord, useUpdateRecord } from "@/lib/ui/crm/queries";
import { ValueView } from "@/lib/ui/crm/value-view";
import { TYPES } from "@/lib/ui/crm/wording";
import { formErrorsOf } from "@/lib/ui/failure";
import { useWorkspace } from "@/lib/ui/shell/workspace";
import classes from "./crm.module.css";

const ValueField = lazy(() =>
  import("@/lib/ui/crm/value-field").then((module) => ({ default: module.ValueField })),
);

type EditorProps = { record: CrmRecord; attribute: Attribute; onClose: () => void };

function Editor({ record, attribute, onClose }: EditorProps) {
  const { id } = useWorkspace();
  const update = useUpdateRecord(id, record.object, record.id);
  const [value, setValue] = useState<Value>(record.values[attribute.slug] ?? null);
  const path = `values.${attribute.slug}`;
  const errors = update.error ? formErrorsOf(update.error, [path]) : {};
  const save = async () => {
    try {
      await update.mutateAsync({ [attribute.slug]: value });
      onClose();
    } catch {
      // It stands at the field.
    }
  };
  return (
    <form
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        // An open list of choices takes the key for itself.
        const isListOpen = event.target instanceof HTMLElement && event.target.ariaExpanded === "true";
        if (event.key === "Escape" && !isListOpen) onClose();
      }}
      noValidate
    >
      <Suspense fallback={null}>
        <ValueField
          attribute={attribute}
          value={value}
          labels={record.labels}
          onChange={(next) => {
            setValue(next);
            update.reset();
          }}
          error={errors[path]}
          hasLabel={false}
          hasAutoFocus
        />
      </Suspense>
      {errors.form ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errors.form}
        </Text>
      ) : null}
      <Group gap={6}>
        <Button type="submit" size="compact-sm" loading={update.isPending}>
          Save
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

function Field({ record, attribute, isEditable }: Omit<EditorProps, "onClose"> & { isEditable: boolean }) {
  const [isEditing, setIsEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The focus returns to where it came from.
    if (wasEditing.current && !isEditing) pencil.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const { Icon } = TYPES[attribute.type];
  const value = record.values[attribute.slug] ?? null;
  const isNone = value === null || value === "";
  return (
    <div className={classes.field}>
      <dt title={attribute.description || undefined}>
        <Icon size={15} stroke={1.75} className={classes.fieldIcon ?? ""} aria-hidden="true" />
        {attribute.name}
      </dt>
      <dd>
        {isEditing ? (
          <Editor record={record} attribute={attribute} onClose={() => setIsEditing(false)} />
        ) : (
          <>
            <div className={classes.shown}>
              {isNone ? (
                <span className={classes.none}>—</span>
              ) : (
                <ValueView attribute={attribute} value={value} labels={record.labels} />
              )}
            </div>
            {isEditable ? (
              <ActionIcon
                ref={pencil}
                variant="subtle"
                color="gray"
                className={classes.edit ?? ""}
                aria-label={`Change ${attribute.name}`}
                onClick={() => setIsEditing(true)}
              >
                <IconPencil size={15} stroke={1.75} />
              </ActionIcon>
            ) : null}
          </>
        )}
      </dd>
    </div>
  );
}

/** A record's values, each changed in its place. What the server refuses stands at the field. */
export function RecordValues({ record, isEditable }: { record: CrmRecord; isEditable: boolean }) {
  const { attributes } = useOpenObject();
  return (
    <dl className={classes.values}>
      {attributes.map((attribute) => (
        <Field key={attribute.slug} record={record} attribute={attribute} isEditable={isEditable} />
      ))}
    </dl>
  );
}
