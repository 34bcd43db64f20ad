import type { Actor } from "@/lib/access/actor";
import { recordAudit } from "@/lib/audit/store";
import { deleteAllSessions } from "@/lib/identity/sessions/store";
import { lockDeveloper } from "@/lib/identity/store";
import { transaction } from "@/lib/platform/database";

/** Signs the actor out everywhere: every JWT issued to them so far gets 401, the one that asks too. */
export async function endAllSessions(actor: Actor, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await lockDeveloper(tx, actor.developerId);
    await deleteAllSessions(tx, actor.developerId, now);
    const target = { type: "developer", id: actor.developerId };
    await recordAudit(tx, { workspaceId: null, actor }, { action: "session.all_ended", target }, now);
  });
}
