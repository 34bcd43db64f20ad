import { Badge, Button, Group, SegmentedControl, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import type { AddressTexts } from "@/lib/ui/api/query";
import { IconMail, IconRefresh, IconTrash } from "@/lib/ui/icons";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { Dialog } from "@/lib/ui/kit/dialogs/dialog";
import { customFilter } from "@/lib/ui/kit/filters/list-filters";
import { ListScreen } from "@/lib/ui/kit/lists/list-screen";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { InviteLink } from "@/lib/ui/members/invite-link";
import {
  type Invite,
  type NewInvite,
  useInvites,
  useResendInvite,
  useRevokeInvite,
} from "@/lib/ui/members/queries";
import classes from "./members.module.css";

const STATUSES = [
  { value: "", label: "All" },
  { value: "open", label: "Open" },
  { value: "expired", label: "Expired" },
  { value: "accepted", label: "Accepted" },
];
const statusOf = (asked: string) => (STATUSES.some(({ value }) => value === asked) ? asked : "");
const BADGES: Record<Invite["status"], ReactNode> = {
  open: (
    <Badge visibleFrom="xs" variant="light" tt="none" fw={500}>
      Open
    </Badge>
  ),
  expired: (
    <Badge visibleFrom="xs" color="orange" variant="light" tt="none" fw={500} c="var(--mantine-color-text)">
      Expired
    </Badge>
  ),
  accepted: (
    <Badge visibleFrom="xs" variant="default" tt="none" fw={500}>
      Accepted
    </Badge>
  ),
};

function Moment({ invite }: { invite: Invite }) {
  if (invite.status === "accepted")
    return (
      <>
        accepted, invited <RelativeTime at={invite.created_at} />
      </>
    );
  return (
    <>
      {invite.status === "open" ? "expires" : "expired"} <RelativeTime at={invite.expires_at} />
      {invite.sent_at === null ? " · no mail sent" : ""}
    </>
  );
}

function InviteRow({ invite }: { invite: Invite }) {
  const resend = useResendInvite();
  const revoke = useRevokeInvite();
  const [renewed, setRenewed] = useState<NewInvite | null>(null);
  const [isAsking, { open, close }] = useDisclosure();
  const again = async () => {
    try {
      setRenewed(await resend.mutateAsync(invite.id));
    } catch (error) {
      notifyFailure(`The invite of ${invite.email} was not sent again`, error);
    }
  };
  return (
    <li className={rows.row}>
      <span className={rows.tile}>
        <IconMail size={17} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={rows.main}>
        <p className={`${rows.name} ${classes.address}`}>{invite.email}</p>
        <p className={`${rows.detail} ${rows.wrapping}`}>
          As {invite.role_name}
          {invite.invited_by === null ? "" : ` · by ${invite.invited_by}`}
          {" · "}
          <Moment invite={invite} />
        </p>
      </div>
      {BADGES[invite.status]}
      {invite.status === "accepted" ? null : (
        <DotsMenu
          label={`Actions for the invite of ${invite.email}`}
          width={220}
          isBusy={resend.isPending}
          entries={[
            { name: "Send again with a new link", Icon: IconRefresh, onClick: () => void again() },
            { name: "Withdraw…", Icon: IconTrash, isDanger: true, onClick: open },
          ]}
        />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        title={`Withdraw the invite of ${invite.email}?`}
        confirmLabel="Withdraw"
        onConfirm={() => revoke.mutateAsync(invite.id)}
      >
        Its link stops working at once. You can invite them again with a new link.
      </ConfirmDialog>
      <Dialog
        isOpen={renewed !== null}
        onClose={() => setRenewed(null)}
        title="The new link"
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        {renewed ? (
          <Stack>
            <InviteLink invite={renewed} />
            <Group justify="flex-end">
              <Button onClick={() => setRenewed(null)}>Done</Button>
            </Group>
          </Stack>
        ) : null}
      </Dialog>
    </li>
  );
}

const FILTERS = [
  customFilter("invites", {
    read: statusOf,
    field: ({ value, set }) => (
      <SegmentedControl
        size="xs"
        aria-label="Which invites to show"
        data={STATUSES}
        value={statusOf(value)}
        onChange={set}
      />
    ),
  }),
];

function useShownInvites({ invites }: AddressTexts<"invites">) {
  return useInvites({ status: invites });
}

/** The workspace's invites and their state. */
export function InviteList({ action }: { action: ReactNode }) {
  return (
    <ListScreen
      what="invites"
      label="Invites"
      Icon={IconMail}
      filters={FILTERS}
      useItems={useShownInvites}
      row={(invite) => <InviteRow key={invite.id} invite={invite} />}
      empty={{
        title: "No invites yet",
        text: "Invite people by email. Each gets a link that works once, for seven days.",
        action,
      }}
      noMatch={({ invites }) => ({
        title: `No ${invites} invites`,
        text: "There are none at the moment.",
      })}
    />
  );
}
