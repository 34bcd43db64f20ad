import { Button, type ButtonProps } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type Confirmation, ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";

type Props = Confirmation & {
  /** What the button says; all other words are the dialog's. */
  label: string;
  look?: ButtonProps & { "aria-label"?: string };
};

/** A button that asks before it does something drastic. */
export function ConfirmButton({ label, look = { color: "red", variant: "outline" }, ...asked }: Props) {
  const [isAsking, { open, close }] = useDisclosure();
  return (
    <>
      <Button {...look} onClick={open}>
        {label}
      </Button>
      <ConfirmDialog isOpen={isAsking} onClose={close} {...asked} />
    </>
  );
}
