import { NativeSelect, Text } from "@mantine/core";
import { useState } from "react";
import type { Value } from "@/lib/crm/attributes/schema";
import { formErrorsOf, notifyFailure } from "@/lib/ui/api/failure";
import { type CrmObject, type CrmRecord, useUpdateRecords } from "@/lib/ui/crm/queries";
import ValueField from "@/lib/ui/crm/value-field";
import { inSentence } from "@/lib/ui/crm/wording";
import { DialogForm } from "@/lib/ui/kit/dialogs/dialog-form";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";
import { useIsClosed } from "@/lib/ui/kit/dialogs/use-waiting";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { countOf } from "@/lib/ui/kit/words/counts";
import { lookOf } from "@/lib/ui/values/catalog";

type Props = {
  object: CrmObject;
  records: readonly CrmRecord[];
  isOpen: boolean;
  onClose: () => void;
  onSaved: () => void;
};

/** Groups records by their former value, so that an undo needs few requests. */
function byOldValue(records: readonly CrmRecord[], slug: string): { value: Value; ids: string[] }[] {
  const groups = new Map<string, { value: Value; ids: string[] }>();
  for (const { id, values } of records) {
    const value = values[slug] ?? null;
    const key = JSON.stringify(value);
    const group = groups.get(key) ?? { value, ids: [] };
    groups.set(key, { value, ids: [...group.ids, id] });
  }
  return [...groups.values()];
}

function BulkForm({ object, records, onClose, onSaved }: Omit<Props, "isOpen">) {
  const isClosed = useIsClosed();
  const update = useUpdateRecords(object.slug);
  // A unique value can't be given to several records.
  const attributes = object.attributes.filter(({ is_unique }) => !is_unique);
  // None at first: whoever sends the dialog by accident would empty a value of many records.
  const [slug, setSlug] = useState("");
  const [value, setValue] = useState<Value>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const attribute = attributes.find((each) => each.slug === slug);
  const what = countOf(records.length, inSentence(object.singular_name), inSentence(object.plural_name));
  const isBox = attribute !== undefined && lookOf(attribute.type).input === "check";
  const isEmptying = value === null && attribute !== undefined && !isBox;
  const save = async () => {
    if (!attribute) return setErrors({ attribute: "Choose the attribute to change" });
    const before = byOldValue(records, slug);
    // A box that nobody ticked means false, whereas any other empty field clears the value.
    const given = isBox ? value === true : value;
    try {
      const { changed } = await update.mutateAsync({
        ids: records.map(({ id }) => id),
        values: { [slug]: given },
      });
      if (!isClosed()) {
        onClose();
        onSaved();
      }
      notifyUndoable(`${attribute.name} changed in ${countOf(changed, "record", "records")}`, () =>
        Promise.all(
          before.map((group) => update.mutateAsync({ ids: group.ids, values: { [slug]: group.value } })),
        ).catch((error: unknown) => notifyFailure("Not all of it was undone", error)),
      );
    } catch (error) {
      setErrors(formErrorsOf(error, [`values.${slug}`]));
    }
  };
  return (
    <DialogForm
      problem={errors.form}
      submitLabel={`${isEmptying ? `Empty ${attribute.name} of` : "Change"} ${what}`}
      isBegun={value !== null}
      isBusy={update.isPending}
      onSubmit={save}
      onCancel={onClose}
    >
      <NativeSelect
        label="Attribute"
        data={[
          { value: "", label: "Choose an attribute", disabled: true },
          ...attributes.map((each) => ({ value: each.slug, label: each.name })),
        ]}
        value={slug}
        error={errors.attribute}
        data-autofocus
        onChange={(event) => {
          setSlug(event.currentTarget.value);
          setValue(null);
          setErrors({});
        }}
      />
      {attribute ? (
        <ValueField
          key={slug}
          attribute={{ ...attribute, name: "New value", description: "" }}
          value={value}
          onChange={(next) => {
            setValue(next);
            setErrors({});
          }}
          error={errors[`values.${slug}`]}
        />
      ) : null}
      <Text size="sm" c="dimmed">
        {isEmptying
          ? `Left empty, it empties ${attribute.name} of ${what}.`
          : "You can undo it right afterwards."}
      </Text>
    </DialogForm>
  );
}

/** A dialog that sets one attribute of all selected records. */
export default function BulkEditDialog({ isOpen, ...rest }: Props) {
  return (
    <ModalDialog isOpen={isOpen} onClose={rest.onClose} title="Change the selection">
      <BulkForm {...rest} />
    </ModalDialog>
  );
}
