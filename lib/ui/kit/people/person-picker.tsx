import { Group, Text } from "@mantine/core";
import { useEffect } from "react";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { useList } from "@/lib/ui/api/resource-queries";
import { type FieldProps, SearchSelect, useTyped } from "@/lib/ui/kit/fields/search-select";
import { PersonAvatar } from "@/lib/ui/kit/people/person";

export type Choice = { developer_id: string; name: string };

const SHOWN_MAX = 20;
/** The most that one page of a list may hold. */
const READ_MAX = 200;

type Props = FieldProps & {
  /** Who is chosen, shown also where the search does not find them. */
  value: Choice | null;
  onChange: (person: Choice | null) => void;
  /** Who is not on offer, because they are in already. */
  except?: ReadonlySet<string>;
};

/** Finds one active member of the workspace by name or email. */
export function PersonPicker({ value, onChange, except, ...rest }: Props) {
  const typed = useTyped(value?.name);
  const members = useList("/workspaces/{workspace_id}/members", {
    params: useWorkspaceParams(),
    query: {
      status: "active",
      search: typed.search,
      limit: Math.min(SHOWN_MAX + (except?.size ?? 0), READ_MAX),
    },
  });
  const found = (members.items ?? []).filter((member) => !except?.has(member.developer_id));
  const { hasNextPage, isFetching, isFetchingNextPage, isError, fetchNextPage } = members;
  // Those on offer may all stand behind the many who are in already.
  const goesOn = found.length < SHOWN_MAX && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  const people = new Map(found.slice(0, SHOWN_MAX).map((member) => [member.developer_id, member]));
  return (
    <SearchSelect
      typed={typed}
      query={{ ...members, isPending: members.isPending || goesOn || isFetchingNextPage }}
      found={Array.from(people.values(), (member) => ({ value: member.developer_id, label: member.name }))}
      value={value && { value: value.developer_id, label: value.name }}
      onChange={(choice) => onChange(choice && { developer_id: choice.value, name: choice.label })}
      nothingFoundMessage="Nobody by that name"
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
