import { Select, type SelectProps } from "@mantine/core";
import { useEffect } from "react";
import { type TakenOver, useTakenFocus } from "@/lib/ui/kit/fields/use-loaded-field";

export type LoadedSelectProps = Omit<SelectProps, "searchable" | "searchValue" | "onSearchChange"> & {
  searchValue: string;
  onSearchChange: (text: string) => void;
};

/** A searchable select that goes on where the field in its place stood. */
export function LoadedSelect({ selection, isPressed: _, typed, ...select }: LoadedSelectProps & TakenOver) {
  const { onSearchChange } = select;
  // After the select's own effect, which starts with the label of what is chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has taken the field's place
  useEffect(() => {
    if (typed !== null) onSearchChange(typed);
  }, []);
  // A refused field gets the focus, and its list would cover the reason.
  return <Select ref={useTakenFocus(selection)} searchable openOnFocus={!select.error} {...select} />;
}
