import { beyond, type Slice } from "@/lib/http/paging";
import type { ProviderId, Purpose } from "@/lib/identity/rules";
import { type Db, db, lockName, Prisma, runPrepared } from "@/lib/platform/database";
import type { AuthFlow, Developer, DeveloperConnection } from "@/lib/platform/rows";

export type DeveloperRecord = Developer;

/** A developer by id, active or not; null when there is none, and from the moment on at which they are being erased. */
export async function findDeveloper(id: string, tx: Db = db()): Promise<DeveloperRecord | null> {
  return tx.developer.findUnique({ where: { id, erasingAt: null } });
}

/** What a JWT says, as far as the database has to judge it. */
type SignedIn = { developerId: string; sessionId: string | null; issuedAt: Date | null };

/** The developer of a JWT beside the session it names, in one statement that is as cheap as reading either. */
function signedInRows({ developerId, sessionId }: SignedIn): Prisma.Sql {
  return Prisma.sql`
    FROM developer d LEFT JOIN developer_session s ON s.id = ${sessionId}::uuid AND s.developer_id = d.id
    WHERE d.id = ${developerId}::uuid AND d.erasing_at IS NULL`;
}

/**
 * Whether a JWT still counts: its session was not ended, and it was issued after its developer last signed out
 * everywhere. A session knows the millisecond it began at; the `iat` of a JWT without one is whole seconds, so that of
 * those issued in the very second of signing out none counts.
 */
function counts({ sessionId, issuedAt }: SignedIn): Prisma.Sql {
  return Prisma.sql`(d.is_active AND (${sessionId}::uuid IS NULL OR s.id IS NOT NULL) AND coalesce(
    d.tokens_valid_after IS NULL OR d.tokens_valid_after <= coalesce(s.created_at, ${issuedAt}::timestamptz),
    false))`;
}

/** Which of several JWTs count, by their places, in one statement. */
export async function whichAreSignedIn(jwts: readonly SignedIn[]): Promise<boolean[]> {
  const rows = await runPrepared<{ counts: boolean }>(
    "identity.which-are-signed-in",
    Prisma.sql`
    SELECT coalesce(d.is_active AND (jwt.session_id IS NULL OR s.id IS NOT NULL) AND (d.tokens_valid_after IS NULL
      OR d.tokens_valid_after <= coalesce(s.created_at, jwt.issued_at)), false) AS counts
    FROM unnest(${jwts.map(({ developerId }) => developerId)}::uuid[], ${jwts.map(({ sessionId }) => sessionId)}::uuid[],
      ${jwts.map(({ issuedAt }) => issuedAt)}::timestamptz[]) WITH ORDINALITY AS jwt (developer_id, session_id, issued_at, nth)
    LEFT JOIN developer d ON d.id = jwt.developer_id AND d.erasing_at IS NULL
    LEFT JOIN developer_session s ON s.id = jwt.session_id AND s.developer_id = d.id
    ORDER BY jwt.nth`,
  );
  return rows.map(({ counts: isCounted }) => isCounted);
}

/** Whether a JWT counts, and its developer may act. */
export async function isSignedIn(jwt: SignedIn): Promise<boolean> {
  const statement = Prisma.sql`SELECT ${counts(jwt)} AS counts ${signedInRows(jwt)}`;
  const [row] = await runPrepared<{ counts: boolean }>("identity.is-signed-in", statement);
  return row?.counts === true;
}

/**
 * The developer of a JWT and whether it counts; null when there is no such developer, and from the moment on at which
 * they are being erased.
 */
export async function findSignedIn(
  jwt: SignedIn,
): Promise<{ developer: DeveloperRecord; counts: boolean } | null> {
  const statement = Prisma.sql`
    SELECT d.id, d.name, d.email, d.email_verified AS "emailVerified", d.avatar_url AS "avatarUrl",
      d.current_workspace_id AS "currentWorkspaceId", d.time_zone AS "timeZone", d.is_active AS "isActive",
      d.deactivated_at AS "deactivatedAt", d.erasing_at AS "erasingAt",
      d.tokens_valid_after AS "tokensValidAfter", d.created_at AS "createdAt", d.updated_at AS "updatedAt",
      ${counts(jwt)} AS counts
    ${signedInRows(jwt)}`;
  const [row] = await runPrepared<DeveloperRecord & { counts: boolean }>(
    "identity.find-signed-in",
    statement,
  );
  if (!row) return null;
  const { counts: isCounted, ...developer } = row;
  return { developer, counts: isCounted };
}

/**
 * Holds a developer's row until the transaction ends, so that changes to what hangs on it wait for each other. Comes
 * after workspaces and before connections: see "Lock order" in lib/README.md.
 */
export async function lockDeveloper(tx: Db, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM developer WHERE id = ${id}::uuid FOR UPDATE`;
}

/**
 * Holds an email address until the transaction ends: of two newcomers with the same address, the second one sees the
 * developer that the first one became.
 */
export async function lockEmail(tx: Db, email: string): Promise<void> {
  await lockName(tx, `developer email ${email}`);
}

/**
 * The developer whose email a provider verified; the oldest, if there are several. Locked until the transaction ends,
 * so that nobody joins one who is being erased.
 */
export async function findDeveloperByVerifiedEmail(tx: Db, email: string): Promise<DeveloperRecord | null> {
  const [held] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM developer WHERE email = ${email} AND email_verified ORDER BY created_at LIMIT 1 FOR SHARE`;
  return held ? tx.developer.findUnique({ where: { id: held.id } }) : null;
}

/** A new developer, out of what a provider said. */
export async function insertDeveloper(
  tx: Db,
  row: Pick<Developer, "name" | "email" | "emailVerified" | "avatarUrl" | "createdAt">,
): Promise<DeveloperRecord> {
  return tx.developer.create({ data: row });
}

/** Notes that a provider verified a developer's address. */
export async function markEmailVerified(tx: Db, id: string): Promise<void> {
  await tx.developer.update({ where: { id }, data: { emailVerified: true } });
}

/** Changes a developer's own fields. */
export async function updateDeveloper(
  tx: Db,
  id: string,
  change: Partial<
    Pick<Developer, "name" | "avatarUrl" | "currentWorkspaceId" | "timeZone" | "isActive" | "deactivatedAt">
  >,
): Promise<DeveloperRecord> {
  return tx.developer.update({ where: { id }, data: change });
}

/** Stores a flow that begins. */
export async function insertAuthFlow(
  row: Pick<AuthFlow, "stateHash" | "port" | "client" | "createdAt" | "expiresAt"> & {
    provider: ProviderId;
    purpose: Purpose;
  },
): Promise<void> {
  await db().authFlow.create({ data: row });
}

/**
 * Ends a flow, once: of any number of callbacks with one state, one gets the row, and only at its own provider. An
 * expired one is given out as well, marked, because a waiting client can still be told.
 */
export async function consumeAuthFlow(
  stateHash: string,
  provider: ProviderId,
  now: Date,
): Promise<{ purpose: Purpose; port: number | null; client: string | null; isLive: boolean } | null> {
  const [row] = await db().$queryRaw<
    { purpose: Purpose; port: number | null; client: string | null; is_live: boolean }[]
  >`
    UPDATE auth_flow SET consumed_at = ${now}::timestamptz
    WHERE state_hash = ${stateHash} AND provider = ${provider} AND consumed_at IS NULL
    RETURNING purpose, port, client, expires_at > ${now}::timestamptz AS is_live`;
  return row ? { purpose: row.purpose, port: row.port, client: row.client, isLive: row.is_live } : null;
}

/** Deletes up to `limit` flows that expired before `before`. @returns how many there were */
export async function deleteAuthFlows(before: Date, limit: number): Promise<number> {
  const { count } = await db().authFlow.deleteMany({ where: { expiresAt: { lt: before } }, limit });
  return count;
}

/** The developer of a provider's account; null when it is new. */
export async function findDeveloperBySubject(
  tx: Db,
  provider: ProviderId,
  subject: string,
): Promise<DeveloperRecord | null> {
  return tx.developer.findFirst({ where: { connections: { some: { provider, subject } } } });
}

/** A provider's account with its developer, held until the transaction ends; null when it is new. */
export async function lockConnectionBySubject(
  tx: Db,
  provider: ProviderId,
  subject: string,
): Promise<(DeveloperConnection & { developer: Developer }) | null> {
  const [locked] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM developer_connection WHERE provider = ${provider} AND subject = ${subject} FOR UPDATE`;
  if (!locked) return null;
  return tx.developerConnection.findUnique({ where: { id: locked.id }, include: { developer: true } });
}

/** One of a developer's own connections, held until the transaction ends. */
export async function lockConnection(
  tx: Db,
  developerId: string,
  id: string,
): Promise<DeveloperConnection | null> {
  const [locked] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM developer_connection
    WHERE id = ${id}::uuid AND developer_id = ${developerId}::uuid FOR UPDATE`;
  return locked ? tx.developerConnection.findUnique({ where: { id: locked.id } }) : null;
}

type NewConnection = Pick<
  DeveloperConnection,
  | "id"
  | "developerId"
  | "subject"
  | "email"
  | "scopes"
  | "accessTokenEncrypted"
  | "refreshTokenEncrypted"
  | "expiresAt"
  | "createdAt"
> & { provider: ProviderId };

/** Joins a provider's account to a developer. */
export async function insertConnection(tx: Db, row: NewConnection): Promise<DeveloperConnection> {
  return tx.developerConnection.create({ data: row });
}

/** Changes what a connection holds. */
export async function updateConnection(
  tx: Db,
  id: string,
  change: Partial<
    Pick<
      DeveloperConnection,
      "email" | "scopes" | "accessTokenEncrypted" | "refreshTokenEncrypted" | "expiresAt" | "lastCheckedAt"
    >
  > & { status?: "active" | "reauth_required" },
): Promise<DeveloperConnection> {
  return tx.developerConnection.update({ where: { id }, data: change });
}

/**
 * Marks a connection whose access token the provider refused; nothing changes when it holds another token by now.
 */
export async function markReauthRequired(id: string, refusedTokenEncrypted: string): Promise<void> {
  await db().developerConnection.updateMany({
    where: { id, accessTokenEncrypted: refusedTokenEncrypted },
    data: { status: "reauth_required" },
  });
}

/** One of a developer's own connections; null for an unknown one and for someone else's. */
export async function findConnection(developerId: string, id: string): Promise<DeveloperConnection | null> {
  return db().developerConnection.findFirst({ where: { id, developerId } });
}

/** A developer's connection to a provider; where there are several, the newest that works. */
export async function findConnectionTo(
  developerId: string,
  provider: ProviderId,
): Promise<DeveloperConnection | null> {
  // "active" comes before "reauth_required".
  return db().developerConnection.findFirst({
    where: { developerId, provider },
    orderBy: [{ status: "asc" }, { createdAt: "desc" }],
  });
}

/** A developer's connections, newest first, at most `limit` of them after `after`. */
export async function listConnections(
  developerId: string,
  { limit, after }: Slice,
): Promise<DeveloperConnection[]> {
  return db().developerConnection.findMany({
    where: {
      developerId,
      AND: beyond(after, "desc"),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** How many ways to sign in a developer has. */
export async function countConnections(tx: Db, developerId: string): Promise<number> {
  return tx.developerConnection.count({ where: { developerId } });
}

/** Deletes a connection with its tokens. */
export async function deleteConnectionRow(tx: Db, id: string): Promise<void> {
  await tx.developerConnection.delete({ where: { id } });
}
