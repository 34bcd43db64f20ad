import { InputBase, type InputBaseProps } from "@mantine/core";
import type { ComponentProps } from "react";
import { IconSelector } from "@/lib/ui/icons";
import type { Role } from "@/lib/ui/roles/queries";
import classes from "./roles.module.css";

export type RolePickerProps = Pick<
  InputBaseProps,
  "label" | "description" | "error" | "size" | "variant" | "className"
> & {
  /** The field's name if it has no visible label. */
  name?: string;
  value: { id: string; name: string } | null;
  placeholder: string;
  onChange: (role: Role) => void;
  /** Without a frame until hovered, for long lists. */
  isQuiet?: boolean;
  /** Allows choosing no role. */
  onClear?: { label: string; run: () => void };
  /** Why a role can't be chosen, or null. */
  problemOf?: (role: Role) => string | null;
};

type ButtonProps = RolePickerProps & Pick<ComponentProps<"button">, "onClick" | "aria-expanded">;

/** Shows the chosen role. */
export function RoleButton(props: ButtonProps) {
  const {
    name,
    value,
    placeholder,
    onChange: _,
    isQuiet = false,
    onClear: __,
    problemOf: ___,
    ...input
  } = props;
  return (
    <InputBase
      component="button"
      type="button"
      pointer
      rightSection={<IconSelector size={16} stroke={1.75} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      aria-label={name === undefined ? undefined : `${name}: ${value?.name ?? placeholder}`}
      aria-haspopup="listbox"
      {...(isQuiet ? { classNames: { input: classes.quiet ?? "" } } : {})}
      {...input}
    >
      <span className={value ? classes.chosen : classes.placeholder}>{value?.name ?? placeholder}</span>
    </InputBase>
  );
}
