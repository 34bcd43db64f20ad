"use client";

import { ActionIcon, type ActionIconProps } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { LazyMenu } from "@/lib/ui/kit/menus/lazy-menu";
import type { LazyMenuProps } from "@/lib/ui/kit/menus/opened-menu";

/** Where the button stands: in a row, on a card, or beside the other buttons of a page's head. */
const LOOKS = {
  row: { icon: 16 },
  card: { size: "sm", icon: 15 },
  head: { variant: "default", size: 36, icon: 16 },
} satisfies Record<string, Pick<ActionIconProps, "variant" | "size"> & { icon: number }>;

type Props = Pick<LazyMenuProps, "width" | "children"> & {
  /** Says of what the menu is, because only dots are seen. */
  label: string;
  look?: keyof typeof LOOKS;
  isBusy?: boolean;
};

/** The menu behind three dots. */
export function DotsMenu({ label, look = "row", isBusy = false, ...menu }: Props) {
  const { icon, ...button } = LOOKS[look];
  return (
    <LazyMenu
      {...menu}
      target={
        <ActionIcon {...button} loading={isBusy} aria-label={label}>
          <IconDots size={icon} stroke={1.75} />
        </ActionIcon>
      }
    />
  );
}
