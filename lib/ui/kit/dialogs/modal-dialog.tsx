import { Modal, type ModalProps } from "@mantine/core";
import { useWhileOpen } from "@/lib/ui/kit/dialogs/use-while-open";

export type DialogProps = Omit<ModalProps, "opened" | "centered"> & { isOpen: boolean };

/** A dialog in the middle of the page. Heavy: pages take `Dialog`, and what is loaded later anyhow takes this one. */
export default function ModalDialog({ isOpen, ...rest }: DialogProps) {
  return <Modal opened={isOpen} centered {...useWhileOpen(isOpen, rest)} />;
}
