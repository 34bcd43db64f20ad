import { Input, TextInput } from "@mantine/core";
import { type ComponentType, useRef, useState } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import { IconSelector } from "@/lib/ui/icons";
import type { LoadedSelectProps } from "@/lib/ui/kit/fields/loaded-select";

type Props = Omit<LoadedSelectProps, "typed" | "searchValue" | "onSearchChange"> & {
  /** The label of what is chosen; empty for nothing. */
  shownText: string;
  /** Where the caller searches by itself. */
  searchValue?: string;
  onSearchChange?: (text: string) => void;
};

/** A searchable select. Until it is used, it is a plain field that looks like one, and can be cleared. */
export function LazySelect({ shownText, searchValue, onSearchChange, ...select }: Props) {
  const [Loaded, setLoaded] = useState<ComponentType<LoadedSelectProps> | null>(null);
  const [own, setOwn] = useState(shownText);
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const hadFocus = useRef(false);
  const load = () =>
    import("@/lib/ui/kit/fields/loaded-select").then(
      ({ LoadedSelect }) => {
        hadFocus.current = document.activeElement === field.current;
        setLoaded(() => LoadedSelect);
      },
      (error: unknown) => notifyFailure("The choices could not be loaded", error),
    );
  const setText = onSearchChange ?? setOwn;
  if (Loaded) {
    return (
      <Loaded
        {...select}
        searchValue={searchValue ?? own}
        onSearchChange={setText}
        typed={typed}
        autoFocus={hadFocus.current}
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
      ref={field}
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
      value={typed ?? shownText}
      onFocus={() => void load()}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
