"use client";

import { Alert, Button, Group, Text } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { noteSignInStarted, rememberPath } from "@/lib/ui/api/session";

/** Starts a sign-in at the code host, which connects the reader's account there; it leads back here. */
export function ConnectButton() {
  return (
    <Button
      component="a"
      href="/auth/code_host/login"
      size="xs"
      onClick={() => {
        rememberPath();
        noteSignInStarted("code_host");
      }}
    >
      Connect the code host
    </Button>
  );
}

/** Why the code host does not answer for the reader, and the way to connect their account. */
export function ConnectNotice({ detail }: { detail: string }) {
  return (
    <Alert variant="light" icon={<IconPlugConnectedX size={18} />} title="Connect your code-host account">
      <Text size="sm">
        {detail} Repositories are read through your own account there, so you see here exactly what you may
        see there.
      </Text>
      <Group mt="sm">
        <ConnectButton />
      </Group>
    </Alert>
  );
}
