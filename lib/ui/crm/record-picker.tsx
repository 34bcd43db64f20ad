"use client";

import { Loader, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useRecords } from "@/lib/ui/crm/queries";
import { titleOf } from "@/lib/ui/crm/wording";
import { LazySelect } from "@/lib/ui/lazy-select";

export type Reference = { id: string; title: string };

const TYPING_MS = 200;
const FOUND_MAX = "20";

type Props = Pick<
  SelectProps,
  "label" | "error" | "description" | "disabled" | "placeholder" | "size" | "aria-label"
> & {
  workspaceId: string;
  /** The slug of the object whose records are on offer. */
  object: string;
  value: Reference | null;
  onChange: (record: Reference | null) => void;
};

/** Finds one record of an object by any of its texts. */
export function RecordPicker({ workspaceId, object, value, onChange, ...rest }: Props) {
  const [text, setText] = useState(value?.title ?? "");
  const [search] = useDebouncedValue(text, TYPING_MS);
  // The field holds the title of what is chosen: everything is on offer until something else is typed.
  const records = useRecords(workspaceId, object, {
    search: search === value?.title ? "" : search.trim(),
    sort: "-updated_at",
    limit: FOUND_MAX,
  });
  const found = new Map((records.items ?? []).map((record) => [record.id, titleOf(record)]));
  if (value !== null) found.set(value.id, value.title);
  return (
    <LazySelect
      clearable
      shownText={value?.title ?? ""}
      data={Array.from(found, ([id, title]) => ({ value: id, label: title }))}
      value={value?.id ?? null}
      onChange={(id, option) => onChange(id === null || option === null ? null : { id, title: option.label })}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage={
        records.isPending ? "Searching…" : records.error ? records.error.message : "No record like that"
      }
      rightSection={records.isFetching && text !== "" ? <Loader size={14} /> : undefined}
      {...rest}
    />
  );
}
