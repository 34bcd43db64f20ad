import { ActionIcon, Button, Group, Spoiler, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { Value } from "@/lib/crm/attributes/schema";
import { formErrorsOf } from "@/lib/ui/api/failure";
import { RecordConflict } from "@/lib/ui/crm/change-record";
import { useOpenObject } from "@/lib/ui/crm/crm-frame";
import { type Attribute, type CrmRecord, useUpdateRecord } from "@/lib/ui/crm/queries";
import { ValueWords } from "@/lib/ui/crm/record-timeline";
import { ValueView } from "@/lib/ui/crm/value-view";
import { IconPencil } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { useIsClosed } from "@/lib/ui/kit/dialogs/use-waiting";
import { Form } from "@/lib/ui/kit/fields/form";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { useHoldsUnsaved } from "@/lib/ui/light-kit/unsaved";
import { isSame, TYPES } from "@/lib/ui/values/catalog";
import classes from "./record.module.css";

const ChooseSide = lazyDialog(async () => ({
  default: (await import("@/lib/ui/light-kit/choose-side")).ChooseSide,
}));
const ValueField = lazyPart(() => import("@/lib/ui/crm/value-field"));

/** Texts from here on are cut, so that one of them does not hide all others. */
const LONG_CHARS = 600;
/** Ten lines. */
const LONG_PX = 232;

type EditorProps = { record: CrmRecord; attribute: Attribute; onClose: () => void };

function Editor({ record, attribute, onClose }: EditorProps) {
  const isClosed = useIsClosed();
  const update = useUpdateRecord(record.object, record.id);
  // The record as it was when editing began, so that changes by others are not overwritten unnoticed.
  const [base, setBase] = useState(record);
  const [value, setValue] = useState<Value>(record.values[attribute.slug] ?? null);
  useHoldsUnsaved(JSON.stringify(value) !== JSON.stringify(base.values[attribute.slug] ?? null));
  const path = `values.${attribute.slug}`;
  const rival = update.error instanceof RecordConflict ? update.error.record : null;
  const errors = update.error && rival === null ? formErrorsOf(update.error, [path]) : {};
  const typed = useRef(value);
  const [isSaving, setIsSaving] = useState(false);
  const isWantedAgain = useRef(false);
  const save = async (from: CrmRecord): Promise<void> => {
    isWantedAgain.current = isSaving;
    if (isSaving) return;
    setIsSaving(true);
    try {
      for (let last = from; ; isWantedAgain.current = false) {
        const sent = typed.current;
        last = await update.mutateAsync({ values: { [attribute.slug]: sent }, base: last });
        if (isClosed()) return;
        if (isSame(typed.current, sent)) return onClose();
        // More was typed meanwhile: it stays, and is saved if that was asked for too.
        setBase(last);
        if (!isWantedAgain.current) return;
      }
    } catch {
      // Shown at the field, or in the conflict dialog.
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <>
      <Form
        className={classes.editor}
        onSubmit={() => save(base)}
        onKeyDown={(event) => {
          // An open list of choices handles the key itself.
          const isListOpen = event.target instanceof HTMLElement && event.target.dataset.expanded === "true";
          if (event.key === "Escape" && !isListOpen) onClose();
        }}
      >
        <ValueField
          attribute={attribute}
          value={value}
          labels={record.labels}
          onChange={(next) => {
            setValue(next);
            typed.current = next;
            if (update.error) update.reset();
          }}
          error={errors[path]}
          hasLabel={false}
          hasAutoFocus
        />
        {errors.form ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {errors.form}
          </Text>
        ) : null}
        <Group gap={6}>
          <Button type="submit" size="compact-sm" loading={isSaving}>
            Save
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Form>
      <ChooseSide
        isOpen={rival !== null}
        title="Somebody changed this too"
        what={
          <strong>
            <bdi>{attribute.name}</bdi>
          </strong>
        }
        mine={<ValueWords attribute={attribute} value={value} labels={record.labels} />}
        theirs={
          rival ? (
            <ValueWords
              attribute={attribute}
              value={rival.values[attribute.slug] ?? null}
              labels={rival.labels}
            />
          ) : null
        }
        onChoose={(isMine) => {
          if (!isMine || rival === null) return onClose();
          setBase(rival);
          void save(rival);
          return undefined;
        }}
      />
    </>
  );
}

function ShownValue({ record, attribute }: Omit<EditorProps, "onClose">) {
  const value = record.values[attribute.slug] ?? null;
  if (value === null || value === "") return <span className={classes.none}>—</span>;
  const view = <ValueView attribute={attribute} value={value} labels={record.labels} />;
  if (typeof value !== "string" || value.length < LONG_CHARS) return view;
  return (
    <Spoiler maxHeight={LONG_PX} showLabel="Show all" hideLabel="Show less">
      {view}
    </Spoiler>
  );
}

function Field({ record, attribute, isEditable }: Omit<EditorProps, "onClose"> & { isEditable: boolean }) {
  const [isEditing, setIsEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // Returns the focus to where it came from.
    if (wasEditing.current && !isEditing) pencil.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const { Icon } = TYPES[attribute.type];
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
              <ShownValue record={record} attribute={attribute} />
            </div>
            {isEditable ? (
              <ActionIcon
                ref={pencil}
                className={classes.edit ?? ""}
                aria-label={`Change ${attribute.name}`}
                onPointerEnter={ValueField.ahead}
                onFocus={ValueField.ahead}
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

/** A record's values, each edited in place. Errors from the server are shown at the fields. */
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
