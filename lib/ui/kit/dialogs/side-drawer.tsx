import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useWhileOpen } from "@/lib/ui/kit/dialogs/use-while-open";
import classes from "./side-drawer.module.css";

type Props = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Its width, as CSS has it. */
  size: string;
  children: ReactNode;
};

/** What is told of one thing beside the list that it stands in. */
export function SideDrawer({ isOpen, ...rest }: Props) {
  return (
    <Drawer
      opened={isOpen}
      position="right"
      closeButtonProps={{ "aria-label": "Close" }}
      attributes={{ header: { role: "presentation" } }}
      className={classes.drawer ?? ""}
      {...useWhileOpen(isOpen, rest)}
    />
  );
}
