import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { Closing, useClosing } from "@/lib/ui/kit/dialogs/closing";
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
export function SideDrawer({ isOpen, onClose, children, ...rest }: Props) {
  const { questions, close } = useClosing(onClose);
  const shown = useWhileOpen(isOpen, { ...rest, children: <Closing value={questions}>{children}</Closing> });
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      position="right"
      closeButtonProps={{ "aria-label": "Close" }}
      attributes={{ header: { role: "presentation" } }}
      className={classes.drawer ?? ""}
      {...shown}
    />
  );
}
