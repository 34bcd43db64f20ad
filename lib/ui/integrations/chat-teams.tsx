import { Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ChatTeam, useChatTeams, useDisconnectChatTeam } from "@/lib/ui/integrations/queries";
import { ConfirmButton } from "@/lib/ui/kit/dialogs/confirm-button";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { ErrorNotice } from "@/lib/ui/kit/states/error-notice";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import classes from "./integrations.module.css";

const ConnectChatDialog = lazyDialog(() => import("@/lib/ui/integrations/connect-chat"));

function Team({ team: { id, name, connected_at } }: { team: ChatTeam }) {
  const disconnect = useDisconnectChatTeam();
  const called = name === "" ? id : name;
  return (
    <div className={classes.team}>
      <Text size="sm" pos="relative">
        <strong>{called}</strong>, connected <RelativeTime at={connected_at} />
      </Text>
      <ConfirmButton
        label="Disconnect"
        look={{ variant: "default", size: "compact-sm", "aria-label": `Disconnect ${called}` }}
        title={`Disconnect ${called}?`}
        confirmLabel="Disconnect"
        onConfirm={() => disconnect.mutateAsync(id)}
      >
        Messages there no longer trigger automations. You can connect it again.
      </ConfirmButton>
    </div>
  );
}

/** The chat teams whose messages can start automations, and a way to connect one. */
export function ChatTeams() {
  const [isConnecting, { open, close }] = useDisclosure();
  const teams = useChatTeams(isConnecting);
  return (
    <div className={classes.teams}>
      {teams.error && !teams.data ? (
        <ErrorNotice error={teams.error} what="the chat teams" onRetry={() => void teams.refetch()} />
      ) : null}
      {teams.data?.map((team) => (
        <Team key={team.id} team={team} />
      ))}
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {teams.data?.length ? "" : "No chat team is connected."}
        </Text>
        <Button size="compact-sm" variant="default" onClick={open}>
          Connect a team
        </Button>
      </Group>
      <ConnectChatDialog isOpen={isConnecting} teams={teams.data} onClose={close} />
    </div>
  );
}
