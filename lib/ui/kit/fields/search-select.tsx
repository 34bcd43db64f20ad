import { Loader } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { LazySelect } from "@/lib/ui/kit/fields/lazy-select";

export type Choice = { value: string; label: string };

const TYPING_MS = 200;

/** What is typed into a `SearchSelect`, and what to search for: everything while the field shows what is chosen. */
export function useTyped(chosen: string | undefined) {
  // Until something is typed it follows what is chosen, whose name may come later than its id.
  const [typed, setText] = useState<string | null>(null);
  const text = typed ?? chosen ?? "";
  const [settled] = useDebouncedValue(text, TYPING_MS);
  return { text, setText, isSettled: settled === text, search: settled === chosen ? "" : settled.trim() };
}

/** The props that callers hand on to the field. */
export type FieldProps = Omit<
  ComponentProps<typeof LazySelect>,
  | "data"
  | "value"
  | "onChange"
  | "shownText"
  | "searchValue"
  | "onSearchChange"
  | "filter"
  | "nothingFoundMessage"
  | "rightSection"
>;

type Props = FieldProps & {
  typed: ReturnType<typeof useTyped>;
  /** The search for it. */
  query: { isPending: boolean; isFetching: boolean; error: Error | null };
  found: readonly Choice[];
  /** What is chosen, on offer also where the search does not find it. */
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  nothingFoundMessage: string;
};

/** Takes what a search has found if it is one thing alone, without an arrow to it. */
function takeOnly(event: KeyboardEvent<HTMLInputElement>) {
  const input = event.currentTarget;
  const isOnOption = input.hasAttribute("aria-activedescendant");
  if (event.key !== "Enter" || event.nativeEvent.isComposing || isOnOption) return;
  const list = document.getElementById(input.getAttribute("aria-controls") ?? "");
  const options = list?.querySelectorAll<HTMLElement>('[role="option"]') ?? [];
  if (options.length !== 1) return;
  event.preventDefault();
  options[0]?.click();
}

/** A select of one thing that the server finds by what is typed. */
export function SearchSelect({ typed, query, found, value, onChange, nothingFoundMessage, ...rest }: Props) {
  const isElsewhere = value !== null && !found.some((choice) => choice.value === value.value);
  return (
    <LazySelect
      clearable
      shownText={value?.label ?? ""}
      data={isElsewhere ? [value, ...found] : [...found]}
      value={value?.value ?? null}
      onChange={(chosen, option) =>
        onChange(chosen === null || option === null ? null : { value: chosen, label: option.label })
      }
      searchValue={typed.text}
      onSearchChange={typed.setText}
      filter={({ options }) => options}
      nothingFoundMessage={
        query.isPending ? "Searching…" : query.error ? query.error.message : nothingFoundMessage
      }
      rightSection={query.isFetching && typed.text !== "" ? <Loader size={14} /> : undefined}
      {...(typed.search !== "" && typed.isSettled && !query.isFetching ? { onKeyDown: takeOnly } : {})}
      {...rest}
    />
  );
}
