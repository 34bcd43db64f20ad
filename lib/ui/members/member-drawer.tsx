import { Alert, Badge, Text } from "@mantine/core";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconInfoCircle } from "@/lib/ui/icons";
import { Fact, Facts } from "@/lib/ui/kit/cards/facts";
import { SideDrawer } from "@/lib/ui/kit/dialogs/side-drawer";
import { PersonAvatar } from "@/lib/ui/kit/people/person";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { MemberMenu, MemberRole, useEditProblem } from "@/lib/ui/members/member-actions";
import { MemberRights } from "@/lib/ui/members/member-rights";
import { type Member, useMember } from "@/lib/ui/members/queries";
import classes from "./members.module.css";

type DetailsProps = { member: Member; onClose: () => void };

function Details({ member, onClose }: DetailsProps) {
  const { can, me } = useWorkspace();
  const problem = useEditProblem(member);
  const note = member.is_owner
    ? "Owners have every permission: overrides and apps don't apply to them."
    : problem;
  return (
    <>
      <div className={classes.head}>
        <PersonAvatar name={member.name} avatarUrl={member.avatar_url} size={44} />
        <div className={classes.words} style={{ flex: 1, overflowWrap: "anywhere" }}>
          <Text fw={600}>{member.name}</Text>
          <Text size="sm" c="dimmed">
            {member.email}
          </Text>
        </div>
        <MemberMenu member={member} onRemoved={onClose} />
      </div>
      <Facts isList>
        <Fact label="Role">
          <MemberRole member={member} />
        </Fact>
        <Fact label="Status">
          {member.status === "active" ? (
            "Active"
          ) : (
            <Badge color="orange" variant="light" tt="none" c="var(--mantine-color-text)">
              Suspended
            </Badge>
          )}
        </Fact>
        <Fact label="Joined">
          <RelativeTime at={member.joined_at} />
        </Fact>
      </Facts>
      {note ? (
        <Alert mt="lg" role="note" icon={<IconInfoCircle size={18} />}>
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
          Viewing what they can do, and why, requires <code>can_view_roles</code>, which you don't have.
        </Text>
      )}
    </>
  );
}

type ContentProps = Omit<DetailsProps, "member"> & { developerId: string };

function Content({ developerId, ...rest }: ContentProps) {
  return (
    <Loaded query={useMember(developerId)} what="this member" bones={[44, 96, 320]}>
      {(member) => <Details key={member.developer_id} member={member} {...rest} />}
    </Loaded>
  );
}

type Props = { id: string; isOpen: boolean; onClose: () => void };

/** One member, beside the list: their role, apps and permissions, with the reasons. */
export default function MemberDrawer({ id, isOpen, onClose }: Props) {
  return (
    <SideDrawer title="Member" size="40rem" isOpen={isOpen} onClose={onClose}>
      {id === "" ? null : <Content developerId={id} onClose={onClose} />}
    </SideDrawer>
  );
}
