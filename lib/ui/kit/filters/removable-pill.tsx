import { Pill } from "@mantine/core";
import type { ReactNode } from "react";

type Props = {
  children: ReactNode;
  /** What its button does. */
  removeLabel: string;
  onRemove: () => void;
  isReadOnly?: boolean;
  className?: string | undefined;
};

/** Something chosen, and a button that takes it away: unlike Mantine's own, keyboards and screen readers reach it. */
export function RemovablePill({
  children,
  removeLabel,
  onRemove,
  isReadOnly = false,
  className = "",
}: Props) {
  return (
    <Pill
      size="md"
      className={className}
      withRemoveButton={!isReadOnly}
      removeButtonProps={{ "aria-label": removeLabel, "aria-hidden": false, tabIndex: 0 }}
      onRemove={onRemove}
    >
      {children}
    </Pill>
  );
}
