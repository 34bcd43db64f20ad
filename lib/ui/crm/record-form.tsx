import { useState } from "react";
import type { Value, Values } from "@/lib/crm/attributes/schema";
import { firstValues } from "@/lib/crm/records/rules";
import { formErrorsOf } from "@/lib/ui/api/failure";
import { changedOf } from "@/lib/ui/api/rebased";
import type { CrmObject, CrmRecord } from "@/lib/ui/crm/queries";
import { useCreateRecord } from "@/lib/ui/crm/queries";
import ValueField from "@/lib/ui/crm/value-field";
import { inSentence, titleAttribute } from "@/lib/ui/crm/wording";
import { DialogForm } from "@/lib/ui/kit/dialogs/dialog-form";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";
import { useIsClosed } from "@/lib/ui/kit/dialogs/use-waiting";

type Props = {
  object: CrmObject;
  /** Initial values, on top of those of every new record. */
  given?: Values;
  isOpen: boolean;
  /** A returned promise is awaited. */
  onClose: () => unknown;
  onSaved: (record: CrmRecord) => void;
};

function RecordForm({ object, given = {}, onClose, onSaved }: Omit<Props, "isOpen">) {
  const isClosed = useIsClosed();
  const create = useCreateRecord(object.slug);
  const [values, setValues] = useState<Values>(() => ({ ...firstValues(object), ...given }));
  const [first] = useState(values);
  const isBegun = Object.keys(changedOf(values, first)).length > 0;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const title = titleAttribute(object);
  const attributes = object.attributes.toSorted((a, b) => Number(b === title) - Number(a === title));
  const save = async () => {
    setErrors({});
    try {
      const record = await create.mutateAsync(values);
      if (isClosed()) return;
      await onClose();
      onSaved(record);
    } catch (error) {
      setErrors(
        formErrorsOf(
          error,
          attributes.map(({ slug }) => `values.${slug}`),
        ),
      );
    }
  };
  const set = (slug: string, value: Value) => {
    setValues((before) => ({ ...before, [slug]: value }));
    setErrors(({ [`values.${slug}`]: _, ...others }) => others);
  };
  return (
    <DialogForm
      problem={errors.form}
      submitLabel={`Create ${inSentence(object.singular_name)}`}
      isBegun={isBegun}
      isBusy={create.isPending}
      onSubmit={save}
      onCancel={onClose}
    >
      {attributes.map((attribute, index) => (
        <ValueField
          key={attribute.slug}
          attribute={attribute}
          value={values[attribute.slug] ?? null}
          onChange={(value) => set(attribute.slug, value)}
          error={errors[`values.${attribute.slug}`]}
          hasAutoFocus={index === 0}
        />
      ))}
    </DialogForm>
  );
}

/** A dialog that creates a record. Errors from the server are shown at the fields. */
export default function RecordDialog({ isOpen, ...rest }: Props) {
  return (
    <ModalDialog
      isOpen={isOpen}
      onClose={rest.onClose}
      title={`New ${inSentence(rest.object.singular_name)}`}
    >
      <RecordForm {...rest} />
    </ModalDialog>
  );
}
