import { Alert, Button, Code, Group, Text } from "@mantine/core";
import { Fragment } from "react";
import { noteSignInStarted, rememberPath } from "@/lib/ui/api/session";
import { IconPlugConnectedX } from "@/lib/ui/icons";

/** Signs in at the code host, which connects the reader's account, and comes back here. */
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

/** Says that this installation has no code host configured, and which settings it needs. */
export function NoCodeHostNotice({ settings }: { settings: readonly string[] }) {
  return (
    <Alert icon={<IconPlugConnectedX size={18} />} title="No code host is set up">
      <Text size="sm">
        Whoever runs this service registers it at the code host, and sets{" "}
        {settings.map((name, index) => (
          <Fragment key={name}>
            {index === 0 ? "" : " and "}
            <Code>{name}</Code>
          </Fragment>
        ))}
        . The README says how, under “Sign-in providers”. Repositories can be adopted from then on.
      </Text>
    </Alert>
  );
}

/** Why the code host can't be used for the reader, and a button to connect their account. */
export function ConnectNotice({ detail }: { detail: string }) {
  return (
    <Alert icon={<IconPlugConnectedX size={18} />} title="Connect your code-host account">
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
