import { Combobox, Loader, Text, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useRoles } from "@/lib/ui/roles/queries";
import { RoleButton, type RolePickerProps } from "@/lib/ui/roles/role-button";

const TYPING_MS = 200;
const SHOWN_MAX = "100";
const NONE = "";

/** The open picker. */
export function RoleFinder(props: RolePickerProps) {
  const { value, onChange, onClear, problemOf } = props;
  const [text, setText] = useState("");
  const [search] = useDebouncedValue(text.trim(), TYPING_MS);
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setText("");
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has taken the place of the closed one
  useEffect(() => combobox.openDropdown(), []);
  const roles = useRoles({ search, limit: SHOWN_MAX }, combobox.dropdownOpened);
  const choose = (roleId: string) => {
    const role = roles.items?.find((each) => each.id === roleId);
    if (role) onChange(role);
    else onClear?.run();
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} width={280} position="bottom-start" onOptionSubmit={choose}>
      <Combobox.Target targetType="button">
        <RoleButton {...props} onClick={() => combobox.toggleDropdown()} />
      </Combobox.Target>
      <Combobox.Dropdown>
        {/* Rendered outside of the dialog it may belong to, which would clip it; so it needs a label of its own. */}
        <div role="dialog" aria-label="Roles to choose from">
          <Combobox.Search
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            placeholder="Search roles"
            aria-label="Search roles"
            role="combobox"
            aria-expanded={combobox.dropdownOpened}
            rightSection={roles.isFetching ? <Loader size={14} /> : undefined}
          />
          <Combobox.Options mah={220} style={{ overflowY: "auto" }} aria-label="Roles">
            {onClear && text === "" ? <Combobox.Option value={NONE}>{onClear.label}</Combobox.Option> : null}
            {roles.items?.map((role) => {
              const problem = role.id === value?.id ? null : (problemOf?.(role) ?? null);
              return (
                <Combobox.Option
                  key={role.id}
                  value={role.id}
                  disabled={problem !== null}
                  active={role.id === value?.id}
                >
                  <Text size="sm" truncate fw={role.id === value?.id ? 600 : 400}>
                    {role.name}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {problem ?? `${role.permissions.length} permissions · priority ${role.priority}`}
                  </Text>
                </Combobox.Option>
              );
            })}
            {roles.error ? <Combobox.Empty>{roles.error.message}</Combobox.Empty> : null}
            {roles.items?.length === 0 ? <Combobox.Empty>No role by that name</Combobox.Empty> : null}
          </Combobox.Options>
        </div>
      </Combobox.Dropdown>
    </Combobox>
  );
}
