"use client";

import { Skeleton } from "@mantine/core";
import { api } from "@/lib/ui/api/client";
import { sentenceOf } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useAnswer } from "@/lib/ui/api/resource-queries";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { Refusal } from "@/lib/ui/kit/fields/refusal";
import { countOf } from "@/lib/ui/kit/words/counts";
import { leftBehind } from "@/lib/ui/members/left-behind";
import type { Dependents } from "@/lib/workspaces/members/schema";

const MEMBER = "/workspaces/{workspace_id}/members/{developer_id}";

type Wire = Dependents;

/** What ends or changes hands when the reader leaves, in sentences. */
function consequencesOf(found: Wire): string[] {
  const { api_tokens, repositories, devices, projects, teams, tasks, open_invites } = found;
  return [
    api_tokens > 0 && `${countOf(api_tokens, "API token")} of yours can't reach this workspace any more.`,
    repositories.length > 0 &&
      `The sync of ${repositories.map(({ full_name }) => full_name).join(", ")} stops until someone else reclaims it.`,
    devices > 0 && `${countOf(devices, "device")} of yours can't upload to its projects any more.`,
    projects > 0 && `You leave ${countOf(projects, "project")}.`,
    teams > 0 && `You leave ${countOf(teams, "team")}.`,
    tasks > 0 && `${countOf(tasks, "open task")} of yours will belong to nobody.`,
    open_invites > 0 && `${countOf(open_invites, "invite")} that you sent will be withdrawn.`,
    ...leftBehind(found),
  ].filter((line) => line !== false);
}

function Consequences() {
  const { id, me } = useWorkspace();
  const params = { workspace_id: id, developer_id: me.member.developer_id };
  const dependents = useAnswer(`${MEMBER}/dependents`, { params }, { staleTime: 0 });
  if (dependents.error) {
    return <Refusal>Could not find out what depends on you here: {sentenceOf(dependents.error)}</Refusal>;
  }
  if (!dependents.data)
    return <Skeleton height={64} role="status" aria-label="Checking what depends on you" />;
  const lines = consequencesOf(dependents.data);
  return lines.length === 0 ? (
    <p>Nothing here depends on you.</p>
  ) : (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
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
      <Consequences />
    </ConfirmDialog>
  );
}
