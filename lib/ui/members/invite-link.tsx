import { Alert, Stack, Text } from "@mantine/core";
import { IconMailCheck, IconMailOff } from "@/lib/ui/icons";
import { CopyCommand } from "@/lib/ui/kit/copy/copy-command";
import type { NewInvite } from "@/lib/ui/members/queries";

/** An invite's link, which can be seen only once. */
export function InviteLink({ invite }: { invite: NewInvite }) {
  return (
    <Stack>
      {invite.sent_at === null ? (
        <Alert role="note" color="yellow" icon={<IconMailOff size={18} />} title="No mail went out">
          Send this link to {invite.email} yourself. It is shown only once, and a new one replaces it.
        </Alert>
      ) : (
        <Alert role="note" icon={<IconMailCheck size={18} />} title={`Mailed to ${invite.email}`}>
          You can also send the link yourself. It is shown only once, and a new one replaces it.
        </Alert>
      )}
      <CopyCommand command={invite.url} label="Copy the link" />
      <Text size="sm" c="dimmed">
        It works once, for seven days, and only for the owner of {invite.email}
        {invite.needs_account ? " if they have an account already: nobody new can sign up here." : "."}
      </Text>
    </Stack>
  );
}
