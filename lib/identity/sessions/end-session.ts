import type { Actor } from "@/lib/access/actor";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { deleteSession } from "@/lib/identity/sessions/store";
import { transaction } from "@/lib/platform/database";

/**
 * Ends one of the actor's sign-ins: its JWT gets 401 from now on, the actor's own too.
 * @throws AppError not_found for anyone else's
 */
export async function endSession(actor: Actor, sessionId: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const row = await deleteSession(tx, actor.developerId, sessionId);
    if (row === null) throw new AppError("not_found", "Session not found");
    const target = { type: "session", id: row.id };
    const before = { kind: row.kind, signed_in_at: row.createdAt.toISOString() };
    await recordAudit(tx, { workspaceId: null, actor }, { action: "session.ended", target, before }, now);
  });
}
