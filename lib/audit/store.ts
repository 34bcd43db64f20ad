import { type Db, Prisma } from "@/lib/platform/database";

export type AuditEntry = {
  action: string;
  target: { type: string; id: string };
  before?: Prisma.InputJsonValue;
  after?: Prisma.InputJsonValue;
};

type AuditedActor = {
  developerId: string | null;
  tokenId: string | null;
  ip: string | null;
  requestId: string | null;
};

/** The actor of changes that a job makes by itself. */
export const SERVICE_ACTOR: AuditedActor = { developerId: null, tokenId: null, ip: null, requestId: null };

/** Where something was changed, and by whom; a scope says both. */
type Audited = { workspaceId: string | null; actor: AuditedActor };

/** Writes an audit row in the transaction of the change it describes. `before` and `after` must not contain secrets. */
export async function recordAudit(
  tx: Db,
  { workspaceId, actor }: Audited,
  entry: AuditEntry,
  now: Date,
): Promise<void> {
  await recordAudits(tx, actor, [{ ...entry, workspaceId }], now);
}

/** Writes several audit rows in one statement, each as `recordAudit` does. */
export async function recordAudits(
  tx: Db,
  actor: AuditedActor,
  entries: readonly (AuditEntry & Pick<Audited, "workspaceId">)[],
  now: Date,
): Promise<void> {
  if (entries.length === 0) return;
  await tx.auditEvent.createMany({
    data: entries.map((entry) => ({
      workspaceId: entry.workspaceId,
      actorId: actor.developerId,
      tokenId: actor.tokenId,
      action: entry.action,
      targetType: entry.target.type,
      targetId: entry.target.id,
      before: entry.before ?? Prisma.DbNull,
      after: entry.after ?? Prisma.DbNull,
      ip: actor.ip,
      requestId: actor.requestId,
      createdAt: now,
    })),
  });
}
