import { NativeSelect, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { AddressTexts } from "@/lib/ui/api/query";
import { SearchField } from "@/lib/ui/kit/filters/filters";
import classes from "@/lib/ui/kit/lists/list-page.module.css";
import { dayOf, startOfDay } from "@/lib/ui/kit/time/day";
import { fromField, toField } from "@/lib/ui/kit/time/moments";

type FieldProps<T> = {
  /** What the address says; empty for nothing. */
  value: string;
  set: (value: string) => void;
  /** What the address says for all filters of the list. */
  shown: Readonly<Record<string, string>>;
  items: readonly T[] | undefined;
};

/** One parameter of the address by which a list is narrowed. */
export type ListFilter<N extends string, T = unknown> = {
  name: N;
  /** What is asked for, of what the address says: leaves out what makes no sense. Without it, the same. */
  read?: (text: string) => string;
  /** It says which list is meant rather than what of it: never cleared. */
  isView?: boolean;
  /** Its field is typed into, so that it changes with every key. */
  isTyped?: boolean;
  /** Where the reader sets it; without one, something else does. */
  field?: (props: FieldProps<T>) => ReactNode;
};

/** By anything else. */
export function customFilter<N extends string, T = unknown>(
  name: N,
  filter: Omit<ListFilter<N, T>, "name"> = {},
): ListFilter<N, T> {
  return { name, ...filter };
}

/** By what the reader types. */
export function searchFilter<N extends string = "search">(
  label: string,
  placeholder: string,
  name = "search" as N,
): ListFilter<N> {
  return {
    name,
    isTyped: true,
    field: ({ value, set }) => (
      <SearchField
        className={classes.search ?? ""}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onSearch={set}
      />
    ),
  };
}

export type Choice = { value: string; label: string };

/** By one of some choices. The first is meant where the address says nothing, or nothing that is one of them. */
export function choiceFilter<N extends string>(
  name: N,
  label: string,
  choices: readonly Choice[],
  options: { isView?: boolean } = {},
): ListFilter<N> {
  const usual = choices[0]?.value ?? "";
  const read = (text: string) => (choices.some(({ value }) => value === text) ? text : usual);
  return {
    name,
    read,
    ...options,
    field: ({ value, set }) => (
      <NativeSelect
        aria-label={label}
        size="sm"
        className={classes.choice ?? ""}
        data={[...choices]}
        value={read(value)}
        onChange={({ currentTarget }) => set(currentTarget.value === usual ? "" : currentTarget.value)}
      />
    ),
  };
}

/** Choices of a record of labels, behind one that stands for any. */
export function choicesOf(any: string, labels: Record<string, { label: string }>): Choice[] {
  return [
    { value: "", label: any },
    ...Object.entries(labels).map(([value, { label }]) => ({ value, label })),
  ];
}

/** By what happened since a time of the reader's clock. */
export function sinceFilter(): ListFilter<"since"> {
  return {
    name: "since",
    read: fromField,
    isTyped: true,
    field: ({ value, set }) => (
      <TextInput
        type="datetime-local"
        aria-label="Since"
        size="sm"
        className={classes.time ?? ""}
        leftSection="Since"
        leftSectionWidth={56}
        max={toField(new Date().toISOString())}
        value={toField(value)}
        onChange={({ currentTarget }) => set(fromField(currentTarget.value))}
      />
    ),
  };
}

type DayOptions = {
  /** Pixels that the label takes. */
  labelWidth: number;
  /** The instant that is asked for, by the beginning of the day; without it, this beginning. */
  instantOf?: (start: Date) => Date;
  /** The filter whose day this one is not after or not before. */
  notAfter?: string;
  notBefore?: string;
};

/** By a whole day of the reader's. */
export function dayFilter<N extends string>(name: N, label: string, options: DayOptions): ListFilter<N> {
  const { labelWidth, instantOf = (start) => start, notAfter = "", notBefore = "" } = options;
  return {
    name,
    read: (day) => {
      const start = startOfDay(day);
      return start ? instantOf(start).toISOString() : "";
    },
    isTyped: true,
    field: ({ value, set, shown }) => (
      <TextInput
        type="date"
        aria-label={label}
        size="sm"
        className={classes.time ?? ""}
        leftSection={label}
        leftSectionWidth={labelWidth}
        min={shown[notBefore] ?? ""}
        max={shown[notAfter] || dayOf(new Date())}
        value={value}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
    ),
  };
}

/** The filters of a list as an address has them, and as the API wants them. */
export function readFilters<N extends string, T>(
  filters: readonly ListFilter<N, T>[],
  get: (name: string) => string,
) {
  const read = ({ name, read: by = (text) => text }: ListFilter<N, T>) => by(get(name));
  const narrowing = filters.filter(({ isView }) => !isView);
  return {
    shown: Object.fromEntries(filters.map(({ name }) => [name, get(name)])),
    query: Object.fromEntries(filters.map((filter) => [filter.name, read(filter)])) as AddressTexts<N>,
    /** Whether a filter leaves out any of what it could let through. */
    isNarrowed: narrowing.some((filter) => read(filter) !== (filter.read?.("") ?? "")),
    /** What the address is changed by to let everything through. */
    cleared: Object.fromEntries(narrowing.map(({ name }) => [name, ""])),
  };
}
