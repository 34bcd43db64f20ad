import { Badge, Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import {
  type Connection,
  type Provider,
  useCheckConnection,
  useConnections,
  useDeleteConnection,
  useProviders,
} from "@/lib/ui/account/queries";
import { notifyFailure } from "@/lib/ui/api/failure";
import { noteSignInStarted, rememberPath } from "@/lib/ui/api/session";
import { IconPlugConnected } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { Rows } from "@/lib/ui/kit/lists/rows";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import classes from "./account.module.css";

/** Signing in again renews the grant: the provider asks, and sends the reader back here. */
function SignInLink({ provider, children }: { provider: string; children: string }) {
  return (
    <Button
      component="a"
      variant="default"
      size="xs"
      href={`/auth/${provider}/login`}
      onClick={() => {
        rememberPath();
        noteSignInStarted(provider);
      }}
    >
      {children}
    </Button>
  );
}

type RowProps = { connection: Connection; name: string; isLast: boolean };

function ConnectionRow({ connection, name, isLast }: RowProps) {
  const check = useCheckConnection();
  const remove = useDeleteConnection();
  const [isAsking, { open, close }] = useDisclosure();
  const needsReconnect = connection.status === "reauth_required";
  const onCheck = async () => {
    try {
      const { status } = await check.mutateAsync(connection.id);
      if (status === "active") notifications.show({ color: "pine", message: `${name} is working.` });
    } catch (error) {
      notifyFailure(`${name} could not be checked`, error);
    }
  };
  return (
    <li className={`${rows.row} ${classes.wrapped}`}>
      <span className={rows.tile}>
        <IconPlugConnected size={16} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={rows.main}>
        <p className={rows.name}>
          {name}{" "}
          {needsReconnect ? (
            <Badge variant="light" color="red" size="sm" tt="none" fw={500}>
              Needs to be reconnected
            </Badge>
          ) : null}
        </p>
        <p className={`${rows.detail} ${rows.wrapping}`}>
          {connection.email ?? connection.subject}
          {" · "}
          {connection.last_checked_at === null ? (
            <>
              connected <RelativeTime at={connection.created_at} />
            </>
          ) : (
            <>
              checked <RelativeTime at={connection.last_checked_at} />
            </>
          )}
        </p>
        {connection.scopes.length > 0 ? (
          <p className={`${rows.detail} ${rows.wrapping}`}>Allowed: {connection.scopes.join(", ")}</p>
        ) : null}
      </div>
      <Group gap="xs" className={classes.actions ?? ""}>
        {needsReconnect ? (
          <SignInLink provider={connection.provider}>Reconnect</SignInLink>
        ) : (
          <Button
            variant="default"
            size="xs"
            aria-label={`Check ${name}`}
            loading={check.isPending}
            onClick={onCheck}
          >
            Check
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          aria-label={`Remove ${name}`}
          disabled={isLast}
          title={isLast ? "The only way to sign in can't be removed" : undefined}
          onClick={open}
        >
          Remove
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        title={`Remove ${name}?`}
        confirmLabel="Remove connection"
        onConfirm={() => remove.mutateAsync(connection.id)}
      >
        You can no longer sign in with it, and what relies on its access stops: repositories that you adopted
        no longer sync.
      </ConfirmDialog>
    </li>
  );
}

function Missing({ providers }: { providers: Provider[] }) {
  if (providers.length === 0) return null;
  return (
    <div className={classes.missing}>
      <Text size="sm" c="dimmed">
        To add another, sign in with a provider that has the same verified email:
      </Text>
      <Group gap="xs">
        {providers.map(({ id, name }) => (
          <SignInLink key={id} provider={id}>{`Connect ${name}`}</SignInLink>
        ))}
      </Group>
    </div>
  );
}

/** The reader's accounts at sign-in providers: whether they work, and how to reconnect them. */
export function ConnectionsCard() {
  const connections = useConnections();
  const providers = useProviders();
  const nameOf = (id: string) => providers.data?.find((provider) => provider.id === id)?.name ?? id;
  const connected = new Set(connections.items?.map(({ provider }) => provider));
  return (
    <Card
      id="connections"
      title="Connections"
      note="Provider accounts that you sign in with and that act on your behalf"
    >
      <Rows
        list={connections}
        what="connections"
        named="your connections"
        expected={1}
        empty="No provider account is connected. Sign in with a provider to connect it."
        renderRow={(connection) => (
          <ConnectionRow
            key={connection.id}
            connection={connection}
            name={nameOf(connection.provider)}
            isLast={connections.items?.length === 1 && !connections.hasNextPage}
          />
        )}
      />
      {connections.items ? (
        <Missing
          providers={
            providers.data?.filter(({ id, is_available }) => is_available && !connected.has(id)) ?? []
          }
        />
      ) : null}
    </Card>
  );
}
