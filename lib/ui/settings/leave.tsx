import { api } from "@/lib/ui/api/client";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { countOf } from "@/lib/ui/kit/words/counts";
import { Endings } from "@/lib/ui/members/endings";
import { syncedBy } from "@/lib/ui/members/left-behind";
import type { Dependents } from "@/lib/ui/members/queries";

const MEMBER = "/workspaces/{workspace_id}/members/{developer_id}";

/** What ends or changes hands when the reader leaves, in sentences. */
function consequencesOf(found: Dependents) {
  const { api_tokens, repositories, devices, projects, teams, tasks, open_invites } = found;
  return [
    api_tokens > 0 && `${countOf(api_tokens, "API token")} of yours can't reach this workspace any more.`,
    repositories.length > 0 &&
      `The sync of ${syncedBy(found)} stops until someone else reclaims ${repositories.length === 1 ? "it" : "them"}.`,
    devices > 0 && `${countOf(devices, "device")} of yours can't upload to its projects any more.`,
    projects > 0 && `You leave ${countOf(projects, "project")}.`,
    teams > 0 && `You leave ${countOf(teams, "team")}.`,
    tasks > 0 && `${countOf(tasks, "open task")} of yours will belong to nobody.`,
    open_invites > 0 && `${countOf(open_invites, "invite")} that you sent will be withdrawn.`,
  ];
}

type Props = { isOpen: boolean; onClose: () => void; onLeft: () => Promise<void> };

/** Asks for confirmation before the reader leaves the workspace, and says what ends with that. */
export function LeaveDialog({ isOpen, onClose, onLeft }: Props) {
  const { id, workspace, me } = useWorkspace();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Leave “${workspace.name}”?`}
      confirmLabel="Leave workspace"
      onConfirm={async () => {
        await api.delete(MEMBER, { params: { workspace_id: id, developer_id: me.member.developer_id } });
        await onLeft();
      }}
    >
      <Endings
        developerId={me.member.developer_id}
        whom="you"
        linesOf={consequencesOf}
        none="Nothing here depends on you."
      />
    </ConfirmDialog>
  );
}
