import { Input, TextInput } from "@mantine/core";
import { useState } from "react";
import { IconSelector } from "@/lib/ui/icons";
import type { LoadedSelectProps } from "@/lib/ui/kit/fields/loaded-select";
import { useLoadedField } from "@/lib/ui/kit/fields/use-loaded-field";

type Props = Omit<LoadedSelectProps, "searchValue" | "onSearchChange"> & {
  /** The label of what is chosen; empty for nothing. */
  shownText: string;
  /** Where the caller searches by itself. */
  searchValue?: string;
  onSearchChange?: (text: string) => void;
};

/** A searchable select. Until it is used, it is a plain field that looks like one, and can be cleared. */
export function LazySelect({ shownText, searchValue, onSearchChange, ...select }: Props) {
  const [own, setOwn] = useState(shownText);
  const setText = onSearchChange ?? setOwn;
  const field = useLoadedField<LoadedSelectProps>(
    async () => (await import("@/lib/ui/kit/fields/loaded-select")).LoadedSelect,
  );
  if (field.Loaded) {
    return (
      <field.Loaded
        {...select}
        searchValue={searchValue ?? own}
        onSearchChange={setText}
        {...field.takenOver()}
      />
    );
  }
  const {
    label,
    description,
    error,
    placeholder,
    disabled = false,
    required = false,
    autoFocus = false,
    size = "sm",
    w,
    mt,
    className = "",
    style = {},
    clearable = false,
    readOnly = false,
  } = select;
  const canClear = clearable && shownText !== "" && !disabled && !readOnly;
  return (
    <TextInput
      {...field.input}
      wrapperProps={field.box}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      aria-label={select["aria-label"]}
      {...{ label, description, error, placeholder, disabled, required, size, w, className, style }}
      {...(autoFocus ? { autoFocus, "data-autofocus": true } : {})}
      {...(mt === undefined ? {} : { mt })}
      readOnly={readOnly}
      rightSection={
        canClear ? (
          // As in the select itself: for the pointer alone, and without taking the focus.
          <Input.ClearButton
            tabIndex={-1}
            aria-hidden
            size={size}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              select.onChange?.(null, null as never);
              setText("");
            }}
          />
        ) : (
          <IconSelector size={16} stroke={1.75} aria-hidden="true" />
        )
      }
      rightSectionPointerEvents={canClear ? "all" : "none"}
      value={field.typed ?? shownText}
    />
  );
}
