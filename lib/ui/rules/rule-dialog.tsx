import { NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { RULE_CHARS_MAX } from "@/lib/tracker/rules/limits";
import { ApiError, isRefusal } from "@/lib/ui/api/client";
import { FormDialog } from "@/lib/ui/kit/dialogs/form-dialog";
import { type Owner, useCreateRule, useRuleProjects, useUpdateRule } from "@/lib/ui/rules/queries";
import type { GivenRule, Rule, RuleList } from "@/lib/ui/rules/rule";
import { CATEGORY_CHOICES, KIND_NAMES, KINDS, projectName } from "@/lib/ui/rules/words";

type Props = {
  owner: Owner;
  list: RuleList;
  /** The rule being changed; null for a new one. */
  rule: Rule | null;
  isOpen: boolean;
  onClose: () => void;
};

/** A duplicate rule is refused as a whole, but it is the value that must change. */
function atValue(error: unknown): never {
  if (isRefusal(error, 409)) {
    throw new ApiError(409, error.detail, [{ path: "value", message: error.detail }], error.requestId);
  }
  throw error;
}

/** Creates or changes a rule. */
export default function RuleDialog({ owner, list, rule, isOpen, onClose }: Props) {
  const create = useCreateRule(owner);
  const update = useUpdateRule(owner);
  const count = list.rules.length;
  const projects = useRuleProjects(owner);
  const choices = projects.map(({ id, name }) => ({ value: id, label: name }));
  if (rule?.project_id && projects.every(({ id }) => id !== rule.project_id)) {
    choices.push({ value: rule.project_id, label: projectName(projects, rule.project_id) ?? "" });
  }
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
        project: rule?.project_id ?? "",
        position: count + 1,
      }}
      validate={{
        value: (value) => (value.trim() === "" ? "Say what to look for" : null),
        category: (category, { project }) =>
          category === "" && project === "" ? "Choose a category, a project or both" : null,
      }}
      onSubmit={({ kind, value, category: chosen, project, position }) => {
        const category = chosen === "" ? null : (chosen as NonNullable<GivenRule["category"]>);
        const named = { ...(category && { category }), ...(project !== "" && { project_id: project }) };
        const sent = rule
          ? update.mutateAsync({ list, rule, to: { kind, value, category, project_id: project || null } })
          : create.mutateAsync({ kind, value, ...named, position: Math.max(0, position - 1) });
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
              data={[{ value: "", label: "As it is" }, ...CATEGORY_CHOICES]}
              {...form.getInputProps("category")}
            />
            <NativeSelect
              label="Project"
              description="What matches is for this project, unless a branch or a task's page says otherwise"
              data={[{ value: "", label: "As it is" }, ...choices]}
              {...form.getInputProps("project")}
            />
            {rule || count === 0 ? null : (
              <NumberInput
                label="Place"
                description={`1 is checked first, ${count + 1} last`}
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
