import {
  type ActionIconProps,
  type AlertProps,
  type AvatarProps,
  type ComboboxProps,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
  type NotificationProps,
  type SwitchProps,
} from "@mantine/core";
import { createElement } from "react";
import { IconCheck } from "@/lib/ui/icons";

const pine: MantineColorsTuple = [
  "#e8f7f1",
  "#d1eee2",
  "#a3dcc5",
  "#70caa5",
  "#46b98a",
  "#259f72",
  "#12865d",
  "#0a704c",
  "#075a3d",
  "#03442d",
];

/** Dark enough at the primary shade to be used for text, or as a background. */
const red: MantineColorsTuple = [
  "#fdf0ef",
  "#fadfdd",
  "#f5bcb8",
  "#ee958f",
  "#e8736b",
  "#dd5149",
  "#cc3a32",
  "#b3261e",
  "#8f1d17",
  "#6d140f",
];

const gray: MantineColorsTuple = [
  "#f6f7f6",
  "#eef0ef",
  "#e3e6e5",
  "#d2d7d5",
  "#b2b9b7",
  "#89928f",
  "#636c69",
  "#4b5451",
  "#323a37",
  "#1a211f",
];

const dark: MantineColorsTuple = [
  "#e7eae9",
  "#bfc5c3",
  "#9ca4a1",
  "#78807d",
  "#3c4341",
  "#2c3230",
  "#1c211f",
  "#121615",
  "#0d100f",
  "#080a09",
];

/** The app's theme. Every pair of text and background colours below meets WCAG AA in both schemes. */
export const theme = createTheme({
  primaryColor: "pine",
  primaryShade: 7,
  colors: { pine, red, gray, dark },
  black: "#131917",
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  fontFamily: "var(--font-sans), ui-sans-serif, system-ui, sans-serif",
  fontFamilyMonospace: "var(--font-mono), ui-monospace, monospace",
  headings: {
    fontFamily: "var(--font-sans), ui-sans-serif, system-ui, sans-serif",
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.75rem", lineHeight: "1.2" },
      h2: { fontSize: "1.125rem", lineHeight: "1.35" },
      h3: { fontSize: "1rem", lineHeight: "1.4" },
    },
  },
  // Plain objects: importing the components themselves would load them on every page.
  components: {
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } satisfies Partial<ActionIconProps> },
    // Mounted also while closed: else a list gets to know its options after it has told that it is open, and
    // `aria-expanded` stays false until it is drawn again.
    Combobox: { defaultProps: { keepMounted: true } satisfies Partial<ComboboxProps> },
    // Rendered in place rather than in a portal, so that assistive technology finds it inside the header it belongs to.
    Menu: {
      defaultProps: {
        withinPortal: false,
        // Not clipped by scrolling containers.
        floatingStrategy: "fixed",
        // The placeholder is an element that menus may not contain; without it the first entry gets the focus, as it
        // should.
        withInitialFocusPlaceholder: false,
        shadow: "md",
        checkIcon: createElement(IconCheck, { size: 14, stroke: 2 }),
      } satisfies Partial<MenuProps>,
    },
    // Mantine's tint of a dark colour is darker than the page, so that nobody would see the disc.
    Avatar: {
      vars: (_theme: unknown, { color }: AvatarProps) => ({
        root:
          color === "pine" ? { "--avatar-bg": "var(--person)", "--avatar-color": "var(--person-text)" } : {},
      }),
    },
    // The same everywhere: a plain thumb, without a dot in the track's colour.
    Switch: { defaultProps: { withThumbIndicator: false } satisfies Partial<SwitchProps> },
    // A long choice ends in an ellipsis, not in the middle of a letter.
    Input: { styles: { input: { textOverflow: "ellipsis" } } },
    // What explains a field often takes two lines.
    InputWrapper: { styles: { description: { lineHeight: 1.4 }, error: { lineHeight: 1.4 } } },
    Notification: {
      defaultProps: { closeButtonProps: { "aria-label": "Dismiss" } } satisfies Partial<NotificationProps>,
    },
    Modal: {
      defaultProps: {
        closeButtonProps: { "aria-label": "Close" },
        // A dialog's heading must not become a second banner landmark.
        attributes: { header: { role: "presentation" } },
      } satisfies Partial<ModalProps>,
      // Focused elements are scrolled to above the sticky buttons, not under them.
      styles: { title: { fontWeight: 600 }, content: { scrollPaddingBottom: "6.5rem" } },
    },
    Drawer: { styles: { title: { fontWeight: 600 } } },
    // Tinted with a border, so that alerts are calm.
    Alert: {
      // No yellow is dark enough to be readable on its own tint.
      styles: (_theme: unknown, { color }: AlertProps) =>
        color === "yellow" ? { title: { color: "var(--mantine-color-text)" } } : {},
      vars: (_theme: unknown, { color = "pine" }: AlertProps) => ({
        root: {
          "--alert-bg": `color-mix(in srgb, var(--mantine-color-${color}-6) 8%, var(--ground-raised))`,
          "--alert-bd": `1px solid color-mix(in srgb, var(--mantine-color-${color}-6) 28%, var(--ground-raised))`,
        },
      }),
    },
  },
});

/** Overrides of Mantine's variables whose defaults miss AA, and the backgrounds and lines of our own styles. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#fbfcfb",
    "--mantine-color-placeholder": gray[6],
    "--mantine-color-error": red[7],
    "--mantine-color-anchor": pine[7],
    "--ground-raised": "#ffffff",
    "--ground-sunken": gray[0],
    "--line": gray[2],
    "--line-strong": gray[3],
    "--accent-text": pine[7],
    "--accent-soft": pine[0],
    "--person": pine[1],
    "--person-text": pine[9],
    "--shadow": "0 1px 2px rgb(19 25 23 / 5%), 0 8px 24px -12px rgb(19 25 23 / 12%)",
  },
  dark: {
    "--mantine-color-body": dark[7],
    "--mantine-color-placeholder": dark[2],
    "--mantine-color-error": red[3],
    "--mantine-color-anchor": pine[3],
    // Red text in menus, and the background of the hovered entry.
    "--mantine-color-red-6": red[4],
    "--menu-item-hover": dark[5],
    "--ground-raised": "#181d1b",
    "--ground-sunken": dark[8],
    "--line": "#272d2b",
    "--line-strong": dark[4],
    "--accent-text": pine[3],
    "--accent-soft": "#10281f",
    "--person": "#1d4636",
    "--person-text": pine[1],
    "--shadow": "none",
  },
});
