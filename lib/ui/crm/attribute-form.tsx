import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { ATTRIBUTE_DESCRIPTION_CHARS_MAX, ATTRIBUTE_NAME_CHARS_MAX } from "@/lib/crm/attributes/limits";
import type { AttributeType } from "@/lib/crm/attributes/schema";
import { ATTRIBUTE_TYPES, traitsOf } from "@/lib/crm/values/catalog";
import { ApiError } from "@/lib/ui/api/client";
import { sentenceOf } from "@/lib/ui/api/failure";
import { changedOf } from "@/lib/ui/api/rebased";
import { type Attribute, type CrmObject, useCreateAttribute, useUpdateAttribute } from "@/lib/ui/crm/queries";
import {
  type Decisions,
  type RemovedOption,
  RemovedOptionsForm,
  removedOptionsOf,
} from "@/lib/ui/crm/removed-options";
import { TypeDetails, useTypeDetails } from "@/lib/ui/crm/type-details";
import { DialogForm } from "@/lib/ui/kit/dialogs/dialog-form";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";
import { useIsClosed } from "@/lib/ui/kit/dialogs/use-waiting";
import { TYPES } from "@/lib/ui/values/catalog";

type Props = {
  object: CrmObject;
  objects: readonly CrmObject[];
  /** The attribute to change; null creates one. */
  attribute: Attribute | null;
  isOpen: boolean;
  onClose: () => void;
};

function AttributeForm({ object, objects, attribute, onClose }: Omit<Props, "isOpen">) {
  const isClosed = useIsClosed();
  const create = useCreateAttribute(object.slug);
  const update = useUpdateAttribute(object.slug);
  const [name, setName] = useState(attribute?.name ?? "");
  const [description, setDescription] = useState(attribute?.description ?? "");
  const [type, setType] = useState<AttributeType>(attribute?.type ?? "text");
  const [isRequired, setIsRequired] = useState(attribute?.is_required ?? false);
  const [isUnique, setIsUnique] = useState(attribute?.is_unique ?? false);
  const [reference, setReference] = useState(attribute?.reference_object ?? objects[0]?.slug ?? "");
  const details = useTypeDetails(type, attribute);
  const { canBeUnique, choice, refersTo } = traitsOf(type);
  const body = {
    name: name.trim(),
    description: description.trim(),
    is_required: isRequired,
    is_unique: isUnique && canBeUnique,
    ...details.body,
  };
  const [opened] = useState(body);
  const isChanged = Object.keys(changedOf(body, opened)).length > 0;
  const [removed, setRemoved] = useState<readonly RemovedOption[]>([]);
  const [wasAsked, setWasAsked] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const issues = failure instanceof ApiError ? failure.issues : [];
  const issueOf = (field: string) =>
    issues.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message;
  const atFields = [
    "name",
    "type",
    "is_unique",
    "is_required",
    "currency_code",
    "reference_object",
    "options",
  ];
  const isElsewhere = failure !== null && !atFields.some((field) => issueOf(field) !== undefined);

  const fail = (error: unknown) => {
    const asked = removedOptionsOf(error);
    if (asked.length === 0) {
      setFailure(error);
      // Errors about a field are shown at the field.
      const isAtField =
        error instanceof ApiError && error.issues.some(({ path }) => !/^on_removed\b/.test(path));
      if (isAtField) setRemoved([]);
      return;
    }
    setWasAsked(true);
    const isAsked = ({ value }: RemovedOption) => asked.some((option) => option.value === value);
    setRemoved((before) => [...before.filter((option) => !isAsked(option)), ...asked]);
  };
  const save = async (decisions?: Decisions) => {
    setFailure(null);
    try {
      await (attribute
        ? update.mutateAsync({
            slug: attribute.slug,
            opened: opened.options,
            ...changedOf(body, opened),
            ...(decisions ? { on_removed: decisions } : {}),
          })
        : create.mutateAsync({
            ...body,
            type,
            ...(refersTo === "record" ? { reference_object: reference } : {}),
          }));
      if (!isClosed()) onClose();
    } catch (error) {
      fail(error);
    }
  };
  if (removed.length > 0) {
    return (
      <RemovedOptionsForm
        removed={removed}
        left={details.body.options ?? []}
        object={object}
        isMulti={choice === "many"}
        isRequired={isRequired}
        isBusy={update.isPending}
        failure={failure}
        onSubmit={save}
        onBack={() => {
          setRemoved([]);
          setFailure(null);
        }}
      />
    );
  }
  return (
    <DialogForm
      problem={isElsewhere && sentenceOf(failure)}
      submitLabel={attribute ? "Save" : "Add attribute"}
      isBegun={isChanged}
      isBusy={create.isPending || update.isPending}
      onSubmit={() => save()}
      onCancel={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Renewal date"
        maxLength={ATTRIBUTE_NAME_CHARS_MAX}
        autoComplete="off"
        data-autofocus
        // Takes the focus back after the question about options.
        autoFocus={wasAsked}
        value={name}
        error={issueOf("name")}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label="Type"
        description={attribute ? "It can't be changed: create another attribute instead" : undefined}
        disabled={attribute !== null}
        data={ATTRIBUTE_TYPES.map((value) => ({ value, label: TYPES[value].label }))}
        value={type}
        error={issueOf("type")}
        onChange={(event) => {
          setType(ATTRIBUTE_TYPES.find((each) => each === event.currentTarget.value) ?? "text");
        }}
      />
      <TypeDetails
        details={details}
        issueOf={issueOf}
        removalHint={
          attribute
            ? "When you remove an option, you choose what happens to records that have it."
            : undefined
        }
      />
      {refersTo === "record" ? (
        <NativeSelect
          label="Refers to"
          disabled={attribute !== null}
          data={objects.map((each) => ({ value: each.slug, label: each.plural_name }))}
          value={reference}
          error={issueOf("reference_object")}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      ) : null}
      <TextInput
        label="Description"
        placeholder="Shown to people who fill it in"
        maxLength={ATTRIBUTE_DESCRIPTION_CHARS_MAX}
        autoComplete="off"
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <Checkbox
        label="Required"
        description="Records can't be saved without it. Existing records stay as they are."
        checked={isRequired}
        error={issueOf("is_required")}
        onChange={(event) => setIsRequired(event.currentTarget.checked)}
      />
      {canBeUnique ? (
        <Checkbox
          label="Unique"
          description="No two records can have the same value. Imports can match records by it."
          checked={isUnique}
          error={issueOf("is_unique")}
          onChange={(event) => setIsUnique(event.currentTarget.checked)}
        />
      ) : null}
    </DialogForm>
  );
}

/** A dialog that adds an attribute to an object, or changes one. */
export default function AttributeDialog({ isOpen, ...rest }: Props) {
  const { attribute, object } = rest;
  return (
    <ModalDialog
      isOpen={isOpen}
      onClose={rest.onClose}
      size="lg"
      title={attribute ? `Edit ${attribute.name}` : `New attribute of ${object.plural_name}`}
    >
      <AttributeForm key={attribute?.slug ?? ""} {...rest} />
    </ModalDialog>
  );
}
