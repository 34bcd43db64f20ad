import { Button, Group, Text } from "@mantine/core";
import { useRef, useState } from "react";
import type { Value } from "@/lib/crm/attributes/schema";
import { formErrorsOf } from "@/lib/ui/api/failure";
import { RecordConflict } from "@/lib/ui/crm/change-record";
import { type Attribute, type CrmRecord, useUpdateRecord } from "@/lib/ui/crm/queries";
import { ValueWords } from "@/lib/ui/crm/record-timeline";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { useIsClosed } from "@/lib/ui/kit/dialogs/use-waiting";
import { Form } from "@/lib/ui/kit/fields/form";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { useHoldsUnsaved } from "@/lib/ui/light-kit/unsaved";
import { type Input, isSame, lookOf } from "@/lib/ui/values/catalog";
import classes from "./record.module.css";

const ChooseSide = lazyDialog(async () => ({
  default: (await import("@/lib/ui/light-kit/choose-side")).ChooseSide,
}));
const ValueField = lazyPart(() => import("@/lib/ui/crm/value-field"));

/** Loads what a value is edited with, before that begins. */
export const valueFieldAhead = ValueField.ahead;

/** Where to choose is to be done: nothing more is typed. */
const DONE_BY_CHOICE: ReadonlySet<Input> = new Set(["choice", "record", "member"]);

type Props = {
  record: CrmRecord;
  attribute: Attribute;
  onClose: () => void;
  /** Is called once a change is stored, with the record and with what it was before. */
  onSaved?: (record: CrmRecord, before: CrmRecord) => void;
};

/**
 * Edits one value of a record in place. What is typed stays until it is stored or given up: beside a refusal by the
 * server, and while another person's change of the same value is compared with it.
 */
export function ValueEditor({ record, attribute, onClose, onSaved }: Props) {
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
    if (update.error === null && isSame(typed.current, from.values[attribute.slug] ?? null)) return onClose();
    setIsSaving(true);
    try {
      for (let last = from; ; isWantedAgain.current = false) {
        const sent = typed.current;
        last = await update.mutateAsync({ values: { [attribute.slug]: sent }, base: last });
        if (isClosed()) return;
        if (isSame(typed.current, sent)) {
          onSaved?.(last, from);
          return onClose();
        }
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
            if (next !== null && DONE_BY_CHOICE.has(lookOf(attribute.type).input)) void save(base);
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
