"use client";

import { ActionIcon, type MantineColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@/lib/ui/icons";
import { LazyMenu } from "@/lib/ui/kit/menus/lazy-menu";
import type { MenuParts } from "@/lib/ui/kit/menus/opened-menu";
import classes from "./colour-scheme.module.css";

const SCHEMES = [
  { value: "light", label: "Light", Icon: IconSun },
  { value: "dark", label: "Dark", Icon: IconMoon },
  { value: "auto", label: "System", Icon: IconDeviceDesktop },
] as const;

/** The three colour schemes as menu entries, with the current one marked. */
export function ColourSchemeItems({ menu: Menu }: { menu: MenuParts }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
      {SCHEMES.map(({ value, label, Icon }) => (
        <Menu.RadioItem
          key={value}
          value={value}
          closeMenuOnClick
          rightSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
        >
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

/** A button with a menu of colour schemes. */
export function ColourSchemeMenu() {
  return (
    <LazyMenu
      position="bottom-end"
      width={160}
      target={
        <ActionIcon size="lg" aria-label="Colour scheme">
          {/* Both icons are rendered and the style sheet shows one: the server doesn't know the scheme. */}
          <IconSun size={18} stroke={1.75} className={classes.sun} />
          <IconMoon size={18} stroke={1.75} className={classes.moon} />
        </ActionIcon>
      }
    >
      {(Menu) => (
        <>
          <ColourSchemeItems menu={Menu} />
        </>
      )}
    </LazyMenu>
  );
}
