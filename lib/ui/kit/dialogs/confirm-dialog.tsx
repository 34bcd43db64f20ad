import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { sentenceOf } from "@/lib/ui/api/failure";
import { Dialog } from "@/lib/ui/kit/dialogs/dialog";
import { useWaiting } from "@/lib/ui/kit/dialogs/use-waiting";
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
  /** Once it is done, so that it may lead elsewhere; not if the reader has cancelled meanwhile, or gone elsewhere. */
  onDone?: (() => void) | undefined;
};

/** A name as it is read and typed: some spaces in a row are shown as one. */
const asTyped = (name: string) => name.replace(/\s+/g, " ").trim();

type Props = Confirmation & { isOpen: boolean; onClose: () => void };

type FormProps = Omit<Confirmation, "title" | "onDone"> & {
  onCancel: () => void;
  onFinish: () => void;
  begin: ReturnType<typeof useWaiting>["begin"];
};

function ConfirmForm({
  onCancel,
  begin,
  onFinish,
  children,
  confirmLabel,
  typed,
  isSafe = false,
  onConfirm,
}: FormProps) {
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    setFailure(null);
    const isWaiting = begin();
    try {
      await onConfirm();
      if (isWaiting()) onFinish();
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
            onClick={onCancel}
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
export function ConfirmDialog({ isOpen, onClose, onDone, title, ...rest }: Props) {
  const { cancel, begin } = useWaiting();
  const onCancel = () => {
    cancel();
    onClose();
  };
  const onFinish = () => {
    onClose();
    onDone?.();
  };
  return (
    <Dialog isOpen={isOpen} onClose={onCancel} title={title}>
      <ConfirmForm onCancel={onCancel} onFinish={onFinish} begin={begin} {...rest} />
    </Dialog>
  );
}
