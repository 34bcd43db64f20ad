import { ActionIcon, type ActionIconProps } from "@mantine/core";
import { IconDots } from "@/lib/ui/icons";
import { LazyMenu } from "@/lib/ui/kit/menus/lazy-menu";
import type { LazyMenuProps, MenuParts } from "@/lib/ui/kit/menus/opened-menu";

type Entry = {
  name: string;
  Icon?: typeof IconDots;
  /** It takes something away. */
  isDanger?: boolean;
  isDisabled?: boolean;
  /** Why it can't be chosen, where that is worth saying. */
  problem?: string | null;
  onClick: () => void;
};

/** What a menu offers; false stands for what the reader may not do. */
export type Entries = readonly (Entry | "divider" | false)[];

function drawn(Menu: MenuParts, entries: Entries) {
  return entries.map((entry) => {
    if (entry === false) return null;
    if (entry === "divider") return <Menu.Divider key={entry} />;
    const { name, Icon, isDanger = false, problem = null, isDisabled = problem !== null, onClick } = entry;
    return (
      <Menu.Item
        key={name}
        {...(isDanger ? { color: "red" } : {})}
        leftSection={Icon ? <Icon size={16} stroke={1.75} /> : null}
        disabled={isDisabled}
        onClick={onClick}
      >
        {name}
        {problem === null ? null : <span style={{ display: "block", fontSize: "0.8125rem" }}>{problem}</span>}
      </Menu.Item>
    );
  });
}

/** Where the button stands: in a row, on a card, or beside the other buttons of a page's head. */
const LOOKS = {
  row: { icon: 16 },
  card: { size: "sm", icon: 15 },
  head: { variant: "default", size: 36, icon: 16 },
} satisfies Record<string, Pick<ActionIconProps, "variant" | "size"> & { icon: number }>;

type Props = Pick<LazyMenuProps, "width"> & {
  /** Says of what the menu is, because only dots are seen. */
  label: string;
  look?: keyof typeof LOOKS;
  isBusy?: boolean;
} & ({ entries: Entries; children?: never } | { entries?: never; children: LazyMenuProps["children"] });

/** The menu behind three dots. */
export function DotsMenu({ label, look = "row", isBusy = false, entries, children, ...menu }: Props) {
  const { icon, ...button } = LOOKS[look];
  return (
    <LazyMenu
      {...menu}
      position="bottom-end"
      target={
        <ActionIcon {...button} loading={isBusy} aria-label={label}>
          <IconDots size={icon} stroke={1.75} />
        </ActionIcon>
      }
    >
      {children ?? ((Menu) => drawn(Menu, entries))}
    </LazyMenu>
  );
}
