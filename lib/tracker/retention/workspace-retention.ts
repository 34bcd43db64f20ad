import type { WorkspaceScope } from "@/lib/access/authorise";
import { lockAccess } from "@/lib/access/store";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { notifyMembers } from "@/lib/notifications/notify-members";
import { db, transaction } from "@/lib/platform/database";
import { changes, lengthens, retentionText } from "@/lib/tracker/retention/rules";
import type { Retention, RetentionChange } from "@/lib/tracker/retention/schema";
import { findRetention, listPeopleWithDevices, upsertRetention } from "@/lib/tracker/retention/store";

type Kept = Retention;

/** How long a workspace keeps what its members' devices sent. */
export async function getRetention(scope: WorkspaceScope): Promise<Kept> {
  return findRetention(db(), scope);
}

/**
 * Changes a workspace's retention. Anyone who manages the tracker may shorten it, only owners may extend it. Everybody
 * with a device there is notified.
 * @throws AppError forbidden if anyone but an owner extends it
 */
export async function setRetention(scope: WorkspaceScope, change: RetentionChange, now: Date): Promise<Kept> {
  return transaction(async (tx) => {
    await lockAccess(tx, scope.workspaceId);
    const before = await findRetention(tx, scope);
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    const after: Kept = { ...before, ...Object.fromEntries(given) };
    if (!changes(before, after)) return before;
    if (lengthens(before, after) && !scope.isOwner) {
      throw new AppError("forbidden", "Only an owner can extend how long things are kept");
    }
    await upsertRetention(tx, scope, after);
    const entry = {
      action: "tracker.retention_updated",
      target: { type: "workspace", id: scope.workspaceId },
      before,
      after,
    };
    await recordAudit(tx, scope, entry, now);
    const notice = {
      kind: "service",
      title: `What your devices send is kept ${lengthens(before, after) ? "longer" : "less long"}`,
      body: `This workspace keeps ${retentionText(after)}. Before, it kept ${retentionText(before)}.`,
      link: "/account/captured",
    } as const;
    await notifyMembers(tx, scope.workspaceId, await listPeopleWithDevices(tx, scope), notice, now);
    return after;
  });
}
