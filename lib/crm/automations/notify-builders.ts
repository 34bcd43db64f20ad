import { listAnswerable } from "@/lib/access/list-holders";
import { recordAudit, SERVICE_ACTOR } from "@/lib/audit/store";
import type { RunAtWork } from "@/lib/crm/automations/runs/store";
import { notifyMembers } from "@/lib/notifications/notify-members";
import type { Db } from "@/lib/platform/database";

const pageOf = ({ automation, workspace }: RunAtWork) =>
  `/w/${workspace.slug}/crm/automations/${automation.id}`;

/** Who answers for a run's automation. */
export async function listBuilders(tx: Db, { automation, workspaceId }: RunAtWork): Promise<string[]> {
  const ownerId = automation.ownerId ?? automation.createdById;
  return listAnswerable(tx, workspaceId, ownerId, "can_manage_automations");
}

/** Tells whoever answers for a run's automation that it failed: unread, one notification counts all failures. */
export async function notifyFailed(tx: Db, run: RunAtWork, error: string, now: Date): Promise<void> {
  const { id, name } = run.automation;
  const notification = {
    kind: "automation" as const,
    title: `The automation ${name} failed`,
    body: error,
    link: `${pageOf(run)}/runs?run=${run.id}`,
    group: {
      key: `automation-failed:${id}`,
      count: 1,
      title: `The automation ${name} failed {n} times`,
      link: `${pageOf(run)}/runs?status=failed`,
    },
  };
  await notifyMembers(tx, run.workspaceId, await listBuilders(tx, run), notification, now);
}

/** Records in the audit log that the service switched a run's automation off, and notifies members. */
export async function notifySwitchedOff(
  tx: Db,
  run: RunAtWork,
  reason: string,
  memberIds: string[],
  now: Date,
): Promise<void> {
  const { automation, workspaceId } = run;
  const entry = {
    action: "automation.switched_off",
    target: { type: "automation", id: automation.id },
    after: { is_active: false, disabled_reason: reason },
  };
  await recordAudit(tx, { workspaceId, actor: SERVICE_ACTOR }, entry, now);
  const notification = {
    kind: "automation" as const,
    title: `The automation ${automation.name} was switched off`,
    body: reason,
    link: pageOf(run),
  };
  await notifyMembers(tx, workspaceId, memberIds, notification, now);
}
