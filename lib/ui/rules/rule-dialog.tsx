"use client";

import { NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { RULE_CHARS_MAX } from "@/lib/tracker/rules/limits";
import { ApiError } from "@/lib/ui/api/client";
import { FormDialog } from "@/lib/ui/kit/form-dialog";
import { type Owner, useCreateRule, useUpdateRule } from "@/lib/ui/rules/queries";
import type { GivenRule, Rule, RuleList } from "@/lib/ui/rules/rule";
import { CATEGORY_CHOICES, KIND_NAMES, KINDS } from "@/lib/ui/rules/words";

type Props = {
  owner: Owner;
  list: RuleList;
  /** The rule that is changed; null for a new one. */
  rule: Rule | null;
  isOpen: boolean;
  onClose: () => void;
};

/** A rule like it is refused as a whole; what is wrong is its value. */
function atValue(error: unknown): never {
  if (error instanceof ApiError && error.status === 409) {
    throw new ApiError(409, error.detail, [{ path: "value", message: error.detail }], error.requestId);
  }
  throw error;
}

/** Adds a rule, or changes one. */
export default function RuleDialog({ owner, list, rule, isOpen, onClose }: Props) {
  const create = useCreateRule(owner);
  const update = useUpdateRule(owner);
  const count = list.rules.length;
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={rule ? "Edit rule" : "Add rule"}
      submitLabel={rule ? "Save" : "Add"}
      initialValues={{
        kind: rule?.kind ?? ("host" as GivenRule["kind"]),
        value: rule?.value ?? "",
        category: rule?.category ?? "",
        position: count + 1,
      }}
      validate={{
        value: (value) => (value.trim() === "" ? "Say what to look for" : null),
        category: (category) => (category === "" ? "Choose a category" : null),
      }}
      onSubmit={({ kind, value, category, position }) => {
        const to = { kind, value, category: category as GivenRule["category"] };
        const sent = rule
          ? update.mutateAsync({ list, rule, to })
          : create.mutateAsync({ ...to, position: Math.max(0, position - 1) });
        return sent.catch(atValue);
      }}
    >
      {(form) => {
        const { label, placeholder, hint } = KINDS[form.values.kind];
        return (
          <>
            <NativeSelect
              label="Look at"
              data={KIND_NAMES.map((kind) => ({ value: kind, label: KINDS[kind].label }))}
              data-autofocus={rule ? undefined : true}
              {...form.getInputProps("kind")}
            />
            <TextInput
              label={label}
              description={hint}
              placeholder={placeholder}
              maxLength={RULE_CHARS_MAX}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              data-autofocus={rule ? true : undefined}
              {...form.getInputProps("value")}
            />
            <NativeSelect
              label="Category"
              data={[{ value: "", label: "Choose one" }, ...CATEGORY_CHOICES]}
              {...form.getInputProps("category")}
            />
            {rule || count === 0 ? null : (
              <NumberInput
                label="Place"
                description={`1 is decided first, ${count + 1} last`}
                min={1}
                max={count + 1}
                clampBehavior="blur"
                allowDecimal={false}
                allowNegative={false}
                {...form.getInputProps("position")}
              />
            )}
          </>
        );
      }}
    </FormDialog>
  );
}
