"use client";

import { Group, Loader, type SelectProps, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { queryOf } from "@/lib/ui/filters";
import { LazySelect } from "@/lib/ui/lazy-select";
import { PersonAvatar } from "@/lib/ui/person";
import { useList } from "@/lib/ui/queries";
import { type Member, workspaceApi } from "@/lib/ui/shell/queries";

export type Choice = { developer_id: string; name: string };

const TYPING_MS = 200;
const SHOWN_MAX = 20;

type Props = Omit<
  SelectProps,
  "data" | "value" | "onChange" | "searchable" | "filter" | "renderOption" | "searchValue" | "onSearchChange"
> & {
  workspaceId: string;
  /** Who is chosen, shown also where the search does not find them. */
  value: Choice | null;
  onChange: (person: Choice | null) => void;
  /** Who is not on offer, because they are in already. */
  except?: ReadonlySet<string>;
};

/** Finds one active member of the workspace by name or email. */
export function PersonPicker({ workspaceId, value, onChange, except, ...rest }: Props) {
  const [text, setText] = useState(value?.name ?? "");
  const [search] = useDebouncedValue(text, TYPING_MS);
  // The field holds the name of whoever is chosen: everybody is on offer until something else is typed.
  const filters = {
    status: "active",
    search: search === value?.name ? "" : search.trim(),
    limit: String(SHOWN_MAX + (except?.size ?? 0)),
  };
  const members = useList<Member>(
    ["members", workspaceId, "picker", filters],
    workspaceApi(workspaceId, `/members${queryOf(filters)}`),
  );
  const found = (members.items ?? []).filter((member) => !except?.has(member.developer_id));
  const people = new Map(found.slice(0, SHOWN_MAX).map((member) => [member.developer_id, member]));
  const isElsewhere = value !== null && !people.has(value.developer_id);
  return (
    <LazySelect
      clearable
      shownText={value?.name ?? ""}
      data={[
        ...(isElsewhere ? [{ value: value.developer_id, label: value.name }] : []),
        ...Array.from(people.values(), (member) => ({ value: member.developer_id, label: member.name })),
      ]}
      value={value?.developer_id ?? null}
      onChange={(id, option) =>
        onChange(id === null || option === null ? null : { developer_id: id, name: option.label })
      }
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage={
        members.isPending ? "Searching…" : members.error ? members.error.message : "Nobody by that name"
      }
      rightSection={members.isFetching && text !== "" ? <Loader size={14} /> : undefined}
      renderOption={({ option }) => (
        <Group gap="xs" wrap="nowrap" miw={0}>
          <PersonAvatar
            name={option.label}
            avatarUrl={people.get(option.value)?.avatar_url ?? null}
            size={24}
          />
          <div style={{ minWidth: 0 }}>
            <Text size="sm" truncate>
              {option.label}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {people.get(option.value)?.email}
            </Text>
          </div>
        </Group>
      )}
      {...rest}
    />
  );
}
