import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { TEAM_SOURCES_MAX } from "@/lib/teams/limits";
import { useRepositories } from "@/lib/ui/repositories/queries";

const TYPING_MS = 200;
const PAGE = "200";

type Props = {
  label: string;
  description?: string;
  value?: string[];
  onChange?: (ids: string[]) => void;
  error?: ReactNode;
};

/** Chooses among the adopted repositories by name. */
export function RepositoryPicker({ value = [], onChange, ...rest }: Props) {
  const [text, setText] = useState("");
  const [search] = useDebouncedValue(text.trim(), TYPING_MS);
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map());
  const first = useRepositories({ search: "", limit: PAGE });
  const found = useRepositories({ search, limit: PAGE }, search !== "");
  const offered = (search === "" ? first.items : found.items) ?? [];
  const names = new Map([
    ...picked,
    ...(first.items ?? []).map(({ id, full_name }) => [id, full_name] as const),
    ...offered.map(({ id, full_name }) => [id, full_name] as const),
  ]);
  const isOffered = new Set(offered.map(({ id }) => id));
  return (
    <MultiSelect
      searchable
      clearable
      hidePickedOptions
      placeholder={value.length === 0 ? "owner/name" : ""}
      maxValues={TEAM_SOURCES_MAX}
      data={[...new Set([...isOffered, ...value])].map((id) => ({
        value: id,
        label: names.get(id) ?? "A repository",
      }))}
      filter={({ options }) => options.filter((option) => "value" in option && isOffered.has(option.value))}
      value={value}
      onChange={(ids) => {
        setPicked(new Map(ids.map((id) => [id, names.get(id) ?? "A repository"])));
        onChange?.(ids);
      }}
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={
        first.isPending || found.isFetching
          ? "Searching…"
          : first.items?.length === 0
            ? "This workspace has adopted no repository yet"
            : "No repository by that name"
      }
      {...rest}
    />
  );
}
