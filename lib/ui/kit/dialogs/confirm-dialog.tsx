import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { sentenceOf } from "@/lib/ui/api/failure";
import { Dialog } from "@/lib/ui/kit/dialogs/dialog";
import { Form } from "@/lib/ui/kit/fields/form";
import { Refusal } from "@/lib/ui/kit/fields/refusal";

/** What a dialog asks, and what is done then. */
export type Confirmation = {
  title: string;
  /** What will happen, so that nobody is surprised. */
  children: ReactNode;
  confirmLabel: string;
  /** What must be typed before the button works; for what can't be taken back. */
  typed?: string;
  /** Nothing is lost by it: the button need not warn. */
  isSafe?: boolean;
  onConfirm: () => Promise<unknown>;
};

/** A name as it is read and typed: some spaces in a row are shown as one. */
const asTyped = (name: string) => name.replace(/\s+/g, " ").trim();

type Props = Confirmation & { isOpen: boolean; onClose: () => void };

function ConfirmForm({
  onClose,
  children,
  confirmLabel,
  typed,
  isSafe = false,
  onConfirm,
}: Omit<Props, "isOpen" | "title">) {
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Form onSubmit={confirm}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        {typed === undefined ? null : (
          <TextInput
            label={
              <>
                Type <code>{typed}</code> to confirm
              </>
            }
            value={text}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {failure === null ? null : <Refusal>{sentenceOf(failure)}</Refusal>}
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            onClick={onClose}
            {...(typed === undefined ? { "data-autofocus": true } : {})}
          >
            Cancel
          </Button>
          <Button
            type="submit"
            color={isSafe ? "pine" : "red"}
            loading={isBusy}
            disabled={typed !== undefined && asTyped(text) !== asTyped(typed)}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

/** Asks before something drastic. The dialog shows the server's refusal, if any. */
export function ConfirmDialog({ isOpen, onClose, title, ...rest }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <ConfirmForm onClose={onClose} {...rest} />
    </Dialog>
  );
}
