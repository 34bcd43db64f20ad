"use client";

import { Alert, Badge, Drawer, Skeleton, Stack, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { ErrorNotice } from "@/lib/ui/kit/error-notice";
import { PersonAvatar } from "@/lib/ui/kit/person";
import { RelativeTime } from "@/lib/ui/kit/relative-time";
import { MemberMenu, MemberRole, useEditProblem } from "@/lib/ui/members/member-actions";
import { MemberRights } from "@/lib/ui/members/member-rights";
import { type Member, useMember } from "@/lib/ui/members/queries";
import classes from "./members.module.css";

function Details({ member, onClose }: { member: Member; onClose: () => void }) {
  const { can, me } = useWorkspace();
  const problem = useEditProblem(member);
  const note = member.is_owner
    ? "Owners hold every permission: neither overrides nor apps count for them."
    : problem;
  return (
    <>
      <div className={classes.head}>
        <PersonAvatar name={member.name} avatarUrl={member.avatar_url} size={44} />
        <div className={classes.words} style={{ flex: 1 }}>
          <Text fw={600} truncate>
            {member.name}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {member.email}
          </Text>
        </div>
        <MemberMenu member={member} onRemoved={onClose} />
      </div>
      <dl className={classes.facts}>
        <dt>Role</dt>
        <dd>
          <MemberRole member={member} />
        </dd>
        <dt>Status</dt>
        <dd>
          {member.status === "active" ? (
            "Active"
          ) : (
            <Badge color="orange" variant="light" tt="none" c="var(--mantine-color-text)">
              Suspended
            </Badge>
          )}
        </dd>
        <dt>Joined</dt>
        <dd>
          <RelativeTime at={member.joined_at} />
        </dd>
      </dl>
      {note ? (
        <Alert mt="lg" variant="light" role="note" icon={<IconInfoCircle size={18} />}>
          {note}
        </Alert>
      ) : null}
      {can("can_view_roles") ? (
        <MemberRights
          member={member}
          mayEdit={problem === null && !member.is_owner && member.developer_id !== me.member.developer_id}
        />
      ) : (
        <Text mt="lg" size="sm" c="dimmed">
          Seeing what they can do and why asks for <code>can_view_roles</code>, which you don't hold.
        </Text>
      )}
    </>
  );
}

function Content({ developerId, onClose }: { developerId: string; onClose: () => void }) {
  const { id } = useWorkspace();
  const member = useMember(id, developerId);
  if (member.error && !member.data)
    return <ErrorNotice error={member.error} what="this member" onRetry={() => void member.refetch()} />;
  if (!member.data) {
    return (
      <Stack role="status" aria-label="Loading the member">
        <Skeleton height={44} radius="md" />
        <Skeleton height={96} radius="md" />
        <Skeleton height={320} radius="md" />
      </Stack>
    );
  }
  return <Details key={member.data.developer_id} member={member.data} onClose={onClose} />;
}

type Props = { developerId: string; isOpen: boolean; onClose: () => void };

/** One member, beside the list: role, apps, and what they can do and why. */
export default function MemberDrawer({ developerId, isOpen, onClose }: Props) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="40rem"
      title="Member"
      closeButtonProps={{ "aria-label": "Close" }}
      attributes={{ header: { role: "presentation" } }}
    >
      {developerId === "" ? null : <Content developerId={developerId} onClose={onClose} />}
    </Drawer>
  );
}
