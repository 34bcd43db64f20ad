import { Modal, type ModalProps } from "@mantine/core";
import { Closing, useClosing } from "@/lib/ui/kit/dialogs/closing";
import { useWhileOpen } from "@/lib/ui/kit/dialogs/use-while-open";

export type DialogProps = Omit<ModalProps, "opened" | "centered"> & { isOpen: boolean };

/** A dialog in the middle of the page. Heavy: pages take `Dialog`, and what is loaded later anyhow takes this one. */
export default function ModalDialog({ isOpen, onClose, children, ...rest }: DialogProps) {
  const { questions, close } = useClosing(onClose);
  const shown = useWhileOpen(isOpen, { ...rest, children: <Closing value={questions}>{children}</Closing> });
  return <Modal opened={isOpen} centered onClose={close} {...shown} />;
}
