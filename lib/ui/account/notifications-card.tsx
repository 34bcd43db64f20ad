import { Alert, Switch, Table, Text } from "@mantine/core";
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

function Switches({ settings }: { settings: AnswerOf<"GET", typeof SETTINGS> }) {
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
