import { Alert, Button, Stack, Switch, Table, Text } from "@mantine/core";
import { api } from "@/lib/ui/api/client";
import { failureNotice } from "@/lib/ui/api/failure";
import type { AnswerOf, BodyOf } from "@/lib/ui/api/input";
import { keyOf, useAnswer, useAnswerChange, withChange } from "@/lib/ui/api/resource-queries";
import { IconMailOff } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import classes from "./account.module.css";

const SETTINGS = "/developers/me/notification-settings";
const CHANNELS = [
  { key: "inbox", label: "Inbox" },
  { key: "mail", label: "Mail at once" },
  { key: "digest", label: "Daily digest" },
] as const;

type Settings = AnswerOf<"GET", typeof SETTINGS>;

/** Changes one switch; shown at once, and reverted if the server refuses. */
function useChange() {
  return useAnswerChange(keyOf(SETTINGS), {
    send: (body: BodyOf<"PATCH", typeof SETTINGS>) => api.patch(SETTINGS, { body }),
    edit: (settings, { kind, ...change }) => ({
      ...settings,
      kinds: settings.kinds.map((each) => (each.kind === kind ? withChange(each, change) : each)),
    }),
  });
}

/** Says that the reader's address gets no mail, and lets it get some again. */
function MailBlock({ block: { reason, email } }: { block: NonNullable<Settings["mail_block"]> }) {
  const lift = useAnswerChange(keyOf(SETTINGS), {
    send: () => api.delete("/developers/me/mail-block", {}),
    edit: (settings) => ({ ...settings, mail_block: null }),
  });
  return (
    <Alert
      role="note"
      color="yellow"
      icon={<IconMailOff size={18} aria-hidden="true" />}
      title={`You get no mail at ${email}`}
      mb="md"
    >
      <Stack gap="sm" align="flex-start">
        {reason === "bounce"
          ? "A mail to this address could not be delivered. Once your mailbox takes mail again, turn mail back on."
          : "A mail to this address was reported as spam. If that was a mistake, turn mail back on."}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => lift.mutate(undefined, failureNotice("Nothing was changed"))}
        >
          Send mail again
        </Button>
      </Stack>
    </Alert>
  );
}

function Switches({ settings }: { settings: Settings }) {
  const change = useChange();
  return (
    <>
      {settings.sends_mail ? null : (
        <Alert
          role="note"
          color="yellow"
          icon={<IconMailOff size={18} aria-hidden="true" />}
          title="This service sends no mail"
          mb="md"
        >
          Whoever runs it can set SMTP_URL. Until then you are notified only in the inbox.
        </Alert>
      )}
      {settings.sends_mail && settings.mail_block ? <MailBlock block={settings.mail_block} /> : null}
      <Table.ScrollContainer minWidth={0}>
        <Table verticalSpacing="sm" horizontalSpacing={0} className={classes.switches ?? ""}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>When</Table.Th>
              {CHANNELS.map(({ key, label }) => (
                <Table.Th key={key}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {settings.kinds.map((setting) => (
              <Table.Tr key={setting.kind}>
                <Table.Td>{setting.label}</Table.Td>
                {CHANNELS.map(({ key, label }) => (
                  <Table.Td key={key}>
                    <Switch
                      aria-label={`${label}: ${setting.label}`}
                      size="sm"
                      checked={setting[key]}
                      disabled={key !== "inbox" && !settings.sends_mail}
                      onChange={(event) =>
                        change.mutate(
                          { kind: setting.kind, [key]: event.currentTarget.checked },
                          failureNotice("Nothing was changed"),
                        )
                      }
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm" c="dimmed" mt="sm">
        The digest comes in the morning, your time, and lists what you have neither read nor been mailed.
      </Text>
    </>
  );
}

/** How the reader is notified: a switch for each kind and channel. */
export function NotificationsCard() {
  const settings = useAnswer(SETTINGS, {});
  return (
    <Card id="notifications" title="Notifications" note="In all your workspaces">
      <Loaded query={settings} what="your notification settings" bones={[360]}>
        {(shown) => <Switches settings={shown} />}
      </Loaded>
    </Card>
  );
}
