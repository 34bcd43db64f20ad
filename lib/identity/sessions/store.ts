import { beyond, type Slice } from "@/lib/http/paging";
import type { ProviderId } from "@/lib/identity/rules";
import type { SessionKind } from "@/lib/identity/sessions/rules";
import { type Db, db } from "@/lib/platform/database";
import type { DeveloperSession } from "@/lib/platform/rows";

type NewRow = {
  id: string;
  developerId: string;
  kind: SessionKind;
  provider: ProviderId | null;
  client: string | null;
  userAgent: string | null;
  ip: string | null;
  expiresAt: Date;
};

/**
 * Stores a sign-in. It never counts as older than the last signing out everywhere, which was over when it was made:
 * servers' clocks differ a little.
 */
export async function insertSession(row: NewRow, now: Date): Promise<void> {
  await db().$executeRaw`
    INSERT INTO developer_session
      (id, developer_id, kind, provider, client, user_agent, ip, created_at, expires_at)
    SELECT ${row.id}::uuid, d.id, ${row.kind}, ${row.provider}, ${row.client}, ${row.userAgent}, ${row.ip},
           GREATEST(${now}::timestamptz, d.tokens_valid_after), ${row.expiresAt}::timestamptz
    FROM developer d WHERE d.id = ${row.developerId}::uuid`;
}

/** A developer's sign-ins that have not expired, newest first, at most `limit` of them after `after`. */
export async function listSessions(
  developerId: string,
  now: Date,
  { limit, after }: Slice,
): Promise<DeveloperSession[]> {
  return db().developerSession.findMany({
    where: {
      developerId,
      expiresAt: { gt: now },
      AND: beyond(after, "desc"),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** Ends one of a developer's own sign-ins. @returns what it was; null for an unknown one and for someone else's */
export async function deleteSession(
  tx: Db,
  developerId: string,
  id: string,
): Promise<DeveloperSession | null> {
  const found = await tx.developerSession.findFirst({ where: { id, developerId } });
  if (found === null) return null;
  const { count } = await tx.developerSession.deleteMany({ where: { id, developerId } });
  return count === 1 ? found : null;
}

/** Ends all sign-ins of a developer, and every JWT issued before `now`, with a session or without. */
export async function deleteAllSessions(tx: Db, developerId: string, now: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE developer SET tokens_valid_after = GREATEST(tokens_valid_after, ${now}::timestamptz)
    WHERE id = ${developerId}::uuid`;
  await tx.developerSession.deleteMany({ where: { developerId } });
}

/** Gives a desktop client's sign-in a name, unless it has one. */
export async function updateClient(tx: Db, id: string, client: string): Promise<void> {
  await tx.developerSession.updateMany({ where: { id, kind: "client", client: null }, data: { client } });
}

/** Deletes up to `limit` sign-ins whose JWT expired before `before`. @returns how many there were */
export async function deleteExpiredSessions(before: Date, limit: number): Promise<number> {
  const { count } = await db().developerSession.deleteMany({ where: { expiresAt: { lt: before } }, limit });
  return count;
}
