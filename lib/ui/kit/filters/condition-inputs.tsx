import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@/lib/ui/icons";
import { LazyMultiSelect, LazyTags } from "@/lib/ui/kit/fields/lazy-fields";
import type { ConditionInputs } from "@/lib/ui/light-kit/conditions/condition-list";

/** What lists of conditions are drawn with in the console. */
export const CONSOLE_INPUTS: ConditionInputs = {
  Select: ({ label, value, options, isReadOnly, isSmall = false, onChange }) => (
    <NativeSelect
      aria-label={label}
      disabled={isReadOnly}
      size={isSmall ? "xs" : "sm"}
      data={[...options]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ),
  Text: ({ label, value, type, placeholder, isReadOnly, isInvalid, onChange }) => (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      type={type}
      step={type === "number" ? "any" : undefined}
      autoComplete="off"
      spellCheck={false}
      readOnly={isReadOnly}
      error={isInvalid}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ),
  List: ({ label, values, options, isReadOnly, onChange }) =>
    options ? (
      <LazyMultiSelect
        aria-label={label}
        placeholder={values.length === 0 ? "Choose" : ""}
        disabled={isReadOnly}
        data={[...options]}
        value={values}
        onChange={onChange}
      />
    ) : (
      <LazyTags
        aria-label={label}
        placeholder={values.length === 0 ? "Type and press Enter" : ""}
        disabled={isReadOnly}
        value={values}
        onChange={onChange}
      />
    ),
  Add: ({ children, isDisabled, isQuiet = false, onClick }) => (
    <Button
      variant={isQuiet ? "subtle" : "default"}
      size="xs"
      leftSection={isQuiet ? undefined : <IconPlus size={14} stroke={2} />}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </Button>
  ),
  Remove: ({ label, onClick }) => (
    <ActionIcon size="lg" aria-label={label} onClick={onClick}>
      <IconX size={16} stroke={1.75} />
    </ActionIcon>
  ),
};
