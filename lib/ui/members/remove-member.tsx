import { notifications } from "@mantine/notifications";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { countOf } from "@/lib/ui/kit/words/counts";
import { Endings } from "@/lib/ui/members/endings";
import { syncedBy } from "@/lib/ui/members/left-behind";
import { type Dependents, type Member, useRemoveMember, useUpdateMember } from "@/lib/ui/members/queries";

function endingsOf(found: Dependents) {
  const { api_tokens, repositories, devices, projects, teams, tasks, open_invites } = found;
  return [
    api_tokens > 0 &&
      `${countOf(api_tokens, "API token of theirs", "API tokens of theirs")} can't reach this workspace any more.`,
    repositories.length > 0 &&
      `The sync of ${syncedBy(found)} stops until somebody who manages repositories reclaims ${repositories.length === 1 ? "it" : "them"}.`,
    devices > 0 && `${countOf(devices, "device")} can't upload to this workspace's projects any more.`,
    projects > 0 && `They leave ${countOf(projects, "project")}.`,
    teams > 0 && `They leave ${countOf(teams, "team")}.`,
    tasks > 0 && `${countOf(tasks, "open task")} will belong to nobody.`,
    open_invites > 0 &&
      `${countOf(open_invites, "invite that they sent is", "invites that they sent are")} withdrawn.`,
  ];
}

type Props = { member: Member; isOpen: boolean; onClose: () => void; onDone?: () => void };

/** Asks for confirmation before somebody is removed from the workspace, and says what ends with that. */
export function RemoveMemberDialog({ member, isOpen, onClose, onDone }: Props) {
  const { workspace } = useWorkspace();
  const remove = useRemoveMember();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Remove ${member.name} from ${workspace.name}?`}
      confirmLabel="Remove member"
      typed={member.email}
      onConfirm={async () => {
        await remove.mutateAsync(member.developer_id);
        notifications.show({
          color: "pine",
          title: `${member.name} is no longer a member`,
          message: "They lose access to everything here from their next request on.",
        });
      }}
      onDone={onDone}
    >
      <p style={{ marginTop: 0 }}>
        They lose access at once. To let them in again, somebody has to invite them.
      </p>
      <Endings
        developerId={member.developer_id}
        whom="them"
        linesOf={endingsOf}
        none="Nothing else here depends on them."
      />
    </ConfirmDialog>
  );
}

/** Asks for confirmation before somebody is suspended: they lose nothing but the invites they sent. */
export function SuspendMemberDialog({ member, isOpen, onClose }: Props) {
  const update = useUpdateMember();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Suspend ${member.name}?`}
      confirmLabel="Suspend"
      onConfirm={() =>
        update.mutateAsync({ developerId: member.developer_id, change: { status: "suspended" } })
      }
    >
      They lose access to this workspace from their next request on, and invites that they sent and nobody
      accepted are withdrawn. Their role, projects and tasks are kept in case you reactivate them.
    </ConfirmDialog>
  );
}
