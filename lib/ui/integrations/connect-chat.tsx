import { Button, Group, Loader, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect, useState } from "react";
import { sentenceOf } from "@/lib/ui/api/failure";
import { type ChatTeam, useConnectCommand } from "@/lib/ui/integrations/queries";
import { CopyCommand } from "@/lib/ui/kit/copy/copy-command";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";
import { Refusal } from "@/lib/ui/kit/fields/refusal";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";

type Props = {
  /** The connected teams, polled while the dialog is open; undefined until loaded. */
  teams: ChatTeam[] | undefined;
  onClose: () => void;
};

function Connect({ teams, onClose }: Props) {
  const { mutate, data, error } = useConnectCommand();
  const [before, setBefore] = useState<ReadonlySet<string> | null>(null);
  if (teams && !before) setBefore(new Set(teams.map((team) => team.id)));
  useEffect(() => mutate(), [mutate]);
  const joined = before && teams?.find((team) => !before.has(team.id));
  useEffect(() => {
    if (!joined) return;
    notifications.show({ color: "pine", message: `${joined.name || joined.id} is connected.` });
    onClose();
  }, [joined, onClose]);
  return (
    <Stack>
      {error ? <Refusal>{sentenceOf(error)}</Refusal> : null}
      {data ? (
        <>
          <Text size="sm">
            Enter this command in any channel of the team. Whoever has it can connect their team to this
            workspace, so keep it to yourself; it ends <RelativeTime at={data.expires_at} />.
          </Text>
          <CopyCommand command={data.command} label="Copy the command" />
          <Group gap="xs" role="status">
            <Loader size="xs" aria-hidden="true" />
            <Text size="sm" c="dimmed">
              Waiting for the team
            </Text>
          </Group>
        </>
      ) : null}
      <Group justify="flex-end" gap="sm">
        {error ? (
          <Button variant="default" onClick={() => mutate()}>
            Try again
          </Button>
        ) : null}
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}

/** Shows the command that connects a chat team, and closes once one is connected. */
export default function ConnectChatDialog({ isOpen, ...rest }: Props & { isOpen: boolean }) {
  return (
    <ModalDialog isOpen={isOpen} onClose={rest.onClose} title="Connect a chat team">
      <Connect {...rest} />
    </ModalDialog>
  );
}
