"use client";

import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";

type Props = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Its width, as CSS has it. */
  size: string;
  children: ReactNode;
};

/** What is told of one thing beside the list that it stands in. */
export function SideDrawer({ isOpen, title, ...rest }: Props) {
  return (
    <Drawer
      opened={isOpen}
      position="right"
      title={title}
      closeButtonProps={{ "aria-label": "Close" }}
      attributes={{ header: { role: "presentation" } }}
      {...rest}
    />
  );
}
