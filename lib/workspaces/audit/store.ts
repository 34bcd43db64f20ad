import type { WorkspaceScope } from "@/lib/access/authorise";
import { beyond, type Slice } from "@/lib/http/paging";
import { db, type Prisma } from "@/lib/platform/database";
import type { AuditCsvQuery } from "@/lib/workspaces/audit/schema";

const WITH_ACTOR = { actor: { select: { name: true } } } as const;

export type AuditRow = Prisma.AuditEventGetPayload<{ include: typeof WITH_ACTOR }>;

/** Names of developers, by id; those who were erased are missing. */
export async function findNames(ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db().developer.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true },
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The prefixes of those tokens that still exist, by id, whoever they belong to: what an audit trail may show of them. */
export async function findTokenPrefixes(ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db().apiToken.findMany({
    where: { id: { in: ids } },
    select: { id: true, tokenPrefix: true },
  });
  return new Map(rows.map(({ id, tokenPrefix }) => [id, tokenPrefix]));
}

/** A page of the workspace's audit trail, newest first. */
export async function listAuditRows(
  scope: WorkspaceScope,
  filters: AuditCsvQuery,
  { limit, after }: Slice,
): Promise<AuditRow[]> {
  const { actor_id: actorId, action, target_type: targetType, target_id: targetId, since, until } = filters;
  return db().auditEvent.findMany({
    where: {
      workspaceId: scope.workspaceId,
      ...(actorId ? { actorId } : {}),
      ...(targetType ? { targetType } : {}),
      ...(targetId ? { targetId } : {}),
      ...(since || until
        ? {
            createdAt: {
              ...(since ? { gte: new Date(since) } : {}),
              ...(until ? { lte: new Date(until) } : {}),
            },
          }
        : {}),
      AND: [
        action ? { OR: [{ action }, { action: { startsWith: `${action}.` } }] } : {},
        beyond(after, "desc"),
      ],
    },
    include: WITH_ACTOR,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}
