import { Alert, Button, CopyButton, Group, Stack, Text } from "@mantine/core";
import { sentenceOf } from "@/lib/ui/api/failure";
import { IconCheck, IconCopy, IconMailCheck, IconMailOff } from "@/lib/ui/icons";
import { CopyIcon } from "@/lib/ui/kit/copy/copy-icon";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Tag } from "@/lib/ui/kit/status/tag";
import { countOf } from "@/lib/ui/kit/words/counts";
import { InviteLink } from "@/lib/ui/members/invite-link";
import type { NewInvite } from "@/lib/ui/members/queries";
import classes from "./members.module.css";

export type Outcome = { sent: NewInvite[]; refused: { email: string; error: unknown }[] };

function Links({ sent }: { sent: readonly NewInvite[] }) {
  const unmailed = sent.filter(({ sent_at }) => sent_at === null);
  const all = sent.map(({ email, url }) => `${email}\t${url}`).join("\n");
  return (
    <>
      {unmailed.length > 0 ? (
        <Alert role="note" color="yellow" icon={<IconMailOff size={18} />} title="No mail went out">
          Send {unmailed.length === sent.length ? "these links" : "the links that are not mailed"} yourself.
          They are shown only once.
        </Alert>
      ) : (
        <Alert
          role="note"
          icon={<IconMailCheck size={18} />}
          title={`Mailed to ${countOf(sent.length, "person", "people")}`}
        >
          You can also send the links yourself. They are shown only once.
        </Alert>
      )}
      <ul className={classes.links} aria-label="New invites">
        {sent.map(({ id, email, url, sent_at }) => (
          <li key={id} className={classes.link}>
            <span className={`${rows.name} ${classes.address}`}>{email}</span>
            <Tag>{sent_at === null ? "Not mailed" : "Mailed"}</Tag>
            <CopyIcon value={url} label={`Copy the link of ${email}`} />
          </li>
        ))}
      </ul>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          Each works once, for seven days, and for that address only
          {sent.some((invite) => invite.needs_account) ? ", if it has an account already." : "."}
        </Text>
        <CopyButton value={all} timeout={2000}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={copied ? <IconCheck size={14} stroke={2} /> : <IconCopy size={14} stroke={1.75} />}
              onClick={copy}
            >
              {copied ? "Copied" : "Copy all links"}
            </Button>
          )}
        </CopyButton>
      </Group>
    </>
  );
}

type Props = { outcome: Outcome; onAgain: () => void; onDone: () => void };

/** What became of invites: their links, which can be seen only once, and whom they did not reach. */
export function InviteOutcome({ outcome: { sent, refused }, onAgain, onDone }: Props) {
  const [only] = sent;
  return (
    <Stack>
      {refused.length > 0 ? (
        <Alert
          role="alert"
          color="red"
          title={`${countOf(refused.length, "person was", "people were")} not invited`}
        >
          <ul className={classes.refused}>
            {refused.map(({ email, error }) => (
              <li key={email}>
                {email}: {sentenceOf(error)}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {only && sent.length === 1 ? <InviteLink invite={only} /> : null}
      {sent.length > 1 ? <Links sent={sent} /> : null}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onAgain}>
          {refused.length > 0 ? "Change and try again" : "Invite others"}
        </Button>
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
