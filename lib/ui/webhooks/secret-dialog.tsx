"use client";

import { Alert, Button, Group, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { CopyCommand } from "@/lib/ui/kit/copy-command";
import ModalDialog from "@/lib/ui/kit/modal-dialog";

type Props = { title: string; secret: string | null; onClose: () => void };

/**
 * A webhook's secret, the one time that it can be seen. A click beside the dialog must not throw it away. Heavy: pages
 * load it after their first sight, but before there is a secret, which a failed load would lose.
 */
export function SecretDialog({ title, secret, onClose }: Props) {
  return (
    <ModalDialog
      isOpen={secret !== null}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Alert
          role="note"
          color="yellow"
          variant="light"
          icon={<IconAlertTriangle size={18} />}
          title="Copy it now"
        >
          It is shown this once and kept encrypted. Give it to the subscriber, which tells by it that a
          request comes from here. If you lose it, rotate it.
        </Alert>
        <CopyCommand command={secret ?? ""} label="Copy the secret" />
        <Group justify="flex-end">
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    </ModalDialog>
  );
}
