import { Select, type SelectProps } from "@mantine/core";
import { useEffect } from "react";

export type LoadedSelectProps = Omit<SelectProps, "searchable" | "searchValue" | "onSearchChange"> & {
  searchValue: string;
  onSearchChange: (text: string) => void;
  /** What was typed while it was loaded; null for nothing. */
  typed: string | null;
};

/** A searchable select that goes on where the field in its place stood. */
export function LoadedSelect({ typed, ...select }: LoadedSelectProps) {
  const { onSearchChange } = select;
  // After the select's own effect, which starts with the label of what is chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has taken the field's place
  useEffect(() => {
    if (typed !== null) onSearchChange(typed);
  }, []);
  return <Select searchable {...select} />;
}
