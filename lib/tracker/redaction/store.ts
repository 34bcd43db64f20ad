import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Db, db, Prisma } from "@/lib/platform/database";
import { bucketsOf } from "@/lib/tracker/enrichment/covered-sql";
import { markedDueAt } from "@/lib/tracker/enrichment/due-sql";
import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import type { Captured, Redacted } from "@/lib/tracker/redaction/rules";
import type { RedactionRule } from "@/lib/tracker/redaction/schema";
import { hashOf, spanOf, textsOf } from "@/lib/tracker/samples/rules";
import type { DayOf } from "@/lib/tracker/samples/store";
import { DAY, SHOWN, TEXT_COLUMNS } from "@/lib/tracker/samples/texts-sql";

/** A workspace's stored rules; null if it has none. */
export async function findWorkspaceRules(tx: Db, scope: WorkspaceScope): Promise<unknown> {
  const row = await tx.trackerWorkspaceRedaction.findUnique({ where: { workspaceId: scope.workspaceId } });
  return row?.rules ?? null;
}

/**
 * What becomes of a person who is due already, row `r`: all is gone over from the newest sample on, and once more no sooner
 * than it would have been.
 */
const DUE_ANEW = Prisma.sql`due_at = EXCLUDED.due_at, before_ts = NULL, before_id = NULL,
  again_at = greatest(EXCLUDED.again_at, r.again_at, r.due_at)`;

/** Replaces a workspace's rules, and enqueues the redaction of its stored samples. */
export async function replaceWorkspaceRules(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  rules: readonly RedactionRule[],
  againAt: Date,
  now: Date,
): Promise<void> {
  await tx.trackerWorkspaceRedaction.upsert({
    where: { workspaceId },
    create: { workspaceId, rules: [...rules] },
    update: { rules: [...rules] },
  });
  await tx.$executeRaw`
    INSERT INTO tracker_redaction_due AS r (developer_id, due_at, again_at)
    SELECT DISTINCT d.developer_id, ${now}::timestamptz, ${againAt}::timestamptz
    FROM tracker_device d
    WHERE d.project_id IN (SELECT id FROM project WHERE workspace_id = ${workspaceId}::uuid)
      OR EXISTS (
        SELECT FROM tracker_past_binding b JOIN project p ON p.id = b.project_id
        WHERE b.device_id = d.id AND p.workspace_id = ${workspaceId}::uuid)
    ORDER BY 1
    ON CONFLICT (developer_id) DO UPDATE SET ${DUE_ANEW}`;
}

/** A person's own rules, encrypted; null if they have none. */
export async function findOwnRules(developerId: string): Promise<string | null> {
  const row = await db().trackerOwnRedaction.findUnique({ where: { developerId } });
  return row?.sealed ?? null;
}

/** Replaces a person's own rules, and enqueues the redaction of their stored samples. */
export async function replaceOwnRules(
  tx: Db,
  developerId: string,
  sealed: string,
  againAt: Date,
  now: Date,
): Promise<void> {
  await tx.trackerOwnRedaction.upsert({
    where: { developerId },
    create: { developerId, sealed },
    update: { sealed },
  });
  await tx.$executeRaw`
    INSERT INTO tracker_redaction_due AS r (developer_id, due_at, again_at)
    VALUES (${developerId}::uuid, ${now}::timestamptz, ${againAt}::timestamptz)
    ON CONFLICT (developer_id) DO UPDATE SET ${DUE_ANEW}`;
}

/**
 * Enqueues the redaction of everything stored, the first time this version of the built-in rules runs.
 * @param againAt when to do so once more, for processes that still run the previous version
 */
export async function beginVersion(version: number, againAt: Date, now: Date): Promise<void> {
  await db().$executeRaw`
    WITH begun AS (
      INSERT INTO tracker_redaction_version (version, since) VALUES (${version}::int, ${now}::timestamptz)
      ON CONFLICT (version) DO NOTHING
      RETURNING version
    )
    INSERT INTO tracker_redaction_due AS r (developer_id, due_at, again_at)
    SELECT d.id, ${now}::timestamptz, ${againAt}::timestamptz
    FROM developer d, begun
    ORDER BY d.id
    ON CONFLICT (developer_id) DO UPDATE SET due_at = EXCLUDED.due_at, before_ts = NULL, before_id = NULL,
      again_at = EXCLUDED.again_at`;
}

export type RedactionDue = {
  developerId: string;
  beforeTs: Date | null;
  beforeId: bigint | null;
  againAt: Date | null;
};

/**
 * Locks the developer whose samples are next to be redacted, until the transaction ends: the one with the newest
 * samples still due. Developers locked by another process are skipped. Undefined if nothing is due.
 */
export async function lockNextDue(tx: Db, now: Date): Promise<RedactionDue | undefined> {
  const [row] = await tx.$queryRaw<RedactionDue[]>`
    SELECT developer_id::text AS "developerId", before_ts AS "beforeTs", before_id AS "beforeId",
      again_at AS "againAt"
    FROM tracker_redaction_due WHERE due_at <= ${now}::timestamptz
    ORDER BY before_ts DESC LIMIT 1
    FOR UPDATE SKIP LOCKED`;
  return row;
}

/** Saves how far a developer's samples are redacted; without a last sample they are finished, for now or for good. */
export async function moveDue(
  tx: Db,
  { developerId, againAt }: RedactionDue,
  last: { ts: Date; id: bigint } | undefined,
): Promise<void> {
  const where = { developerId };
  if (last) {
    await tx.trackerRedactionDue.update({ where, data: { beforeTs: last.ts, beforeId: last.id } });
  } else if (againAt) {
    const data = { dueAt: againAt, beforeTs: null, beforeId: null, againAt: null };
    await tx.trackerRedactionDue.update({ where, data });
  } else await tx.trackerRedactionDue.delete({ where });
}

export type StoredTexts = Captured & {
  id: bigint;
  ts: Date;
  isPrivate: boolean;
  /** Whether the row contains fields that nobody reads. */
  hasUnread: boolean;
  workspaceId: string | null;
  workspaceRules: unknown;
};

/** Locks a developer's samples, newest first, from the given one back. Those that are being deleted are skipped. */
export async function lockSamples(
  tx: Db,
  { developerId, beforeTs, beforeId }: RedactionDue,
  limit: number,
): Promise<StoredTexts[]> {
  return tx.$queryRaw<StoredTexts[]>`
    WITH chosen AS MATERIALIZED (
      SELECT * FROM tracker_event_sample
      WHERE developer_id = ${developerId}::uuid
        AND ts <= coalesce(${beforeTs}::timestamptz, 'infinity')
        AND (ts, id) < (coalesce(${beforeTs}::timestamptz, 'infinity'), coalesce(${beforeId}::bigint, 0))
      ORDER BY ts DESC, id DESC LIMIT ${limit}
      FOR NO KEY UPDATE SKIP LOCKED
    )
    SELECT s.id, s.ts, shown.app_name AS "appName", shown.bundle_id AS "bundleId",
      shown.window_title AS "windowTitle", shown.file_path AS "filePath", shown.repo, shown.branch,
      shown.terminal_cwd AS "terminalCwd", shown.last_command AS "lastCommand", shown.editor_file AS "editorFile",
      shown.url, shown.page_title AS "pageTitle", shown.call_app AS "callApp",
      s.is_private IS TRUE AS "isPrivate",
      num_nonnulls(s.displays, s.on_battery, s.online, s.calendar_event_id, s.network) > 0 AS "hasUnread",
      p.workspace_id::text AS "workspaceId", r.rules AS "workspaceRules"
    FROM chosen s ${Prisma.raw(SHOWN)}
    LEFT JOIN project p ON p.id = s.project_id
    LEFT JOIN tracker_workspace_redaction r ON r.workspace_id = p.workspace_id
    ORDER BY s.ts DESC, s.id DESC`;
}

export type RedactedSample = { id: bigint; ts: Date; kept: Redacted };

/**
 * Replaces samples' content with what may be kept, and deletes content that nothing refers to any more. The caller has
 * locked their devices.
 * @returns the days they belong to
 */
export async function updateSamples(tx: Db, samples: readonly RedactedSample[]): Promise<DayOf[]> {
  const rows = samples.map(({ id, ts, kept }) => {
    const texts = textsOf(kept);
    return { id: String(id), ts, hash: hashOf(texts), is_private: kept.isPrivate, texts };
  });
  return tx.$queryRaw<DayOf[]>`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS x(id bigint, ts timestamptz, hash uuid, is_private boolean, texts jsonb)
    ), changed AS (
      UPDATE tracker_event_sample s
      SET context_hash = x.hash, is_private = nullif(x.is_private, false), app_name = NULL, bundle_id = NULL,
        window_title = NULL, file_path = NULL, repo = NULL, branch = NULL, terminal_cwd = NULL, last_command = NULL,
        editor_file = NULL, url = NULL, page_title = NULL, call_app = NULL,
        displays = NULL, on_battery = NULL, online = NULL, calendar_event_id = NULL, network = NULL
      FROM given x WHERE s.id = x.id AND s.ts = x.ts
      RETURNING s.developer_id, s.device_id, s.ts, x.hash, x.texts
    ), context AS (
      INSERT INTO tracker_context (developer_id, day, device_id, hash, ${Prisma.raw(TEXT_COLUMNS)})
      SELECT DISTINCT ON (developer_id, ${Prisma.raw(DAY)}, device_id, hash) developer_id, ${Prisma.raw(DAY)}, device_id,
        hash, texts->>0, texts->>1, texts->>2, texts->>3, texts->>4, texts->>5, texts->>6, texts->>7, texts->>8,
        texts->>9, texts->>10, texts->>11
      FROM changed
      ON CONFLICT DO NOTHING
    )
    SELECT DISTINCT developer_id::text AS "developerId", ${Prisma.raw(DAY)}::text AS day FROM changed`;
}

/**
 * Marks the quarters of an hour that samples cover to be derived again.
 * @returns the workspaces for which they were marked
 */
export async function markBucketsOf(
  tx: Db,
  samples: readonly Pick<RedactedSample, "id" | "ts">[],
  now: Date,
): Promise<string[]> {
  const { from, to } = spanOf(samples);
  const rows = await tx.$queryRaw<{ workspaceId: string }[]>`
    INSERT INTO tracker_dirty_bucket AS b (developer_id, bucket, workspace_id, marked_at)
    SELECT DISTINCT ON (1, 2) s.developer_id, to_timestamp(n * ${BUCKET_S}::int),
      -- Of a project that is gone any id will do for a turn.
      coalesce(p.workspace_id, s.project_id), ${markedDueAt(Prisma.sql`to_timestamp(n * ${BUCKET_S}::int)`, now)}
    FROM tracker_event_sample s
    CROSS JOIN LATERAL ${bucketsOf("s")} AS n
    LEFT JOIN project p ON p.id = s.project_id
    WHERE s.id = ANY(${samples.map(({ id }) => String(id))}::bigint[])
      AND s.ts BETWEEN ${from}::timestamptz AND ${to}::timestamptz
    ORDER BY 1, 2
    ON CONFLICT (developer_id, bucket) DO UPDATE SET version = b.version + 1,
      marked_at = least(b.marked_at, EXCLUDED.marked_at)
    RETURNING workspace_id::text AS "workspaceId"`;
  return rows.map(({ workspaceId }) => workspaceId);
}

/** The names in a sum: an app and a repository. */
export type SummedNames = { appName: string | null; repository: string | null };

/** The names in a developer's sums, each pair once. */
export async function listSummedNames(tx: Db, developerId: string): Promise<SummedNames[]> {
  return tx.$queryRaw<SummedNames[]>`
    SELECT app_name AS "appName", repository FROM tracker_bucket
    WHERE developer_id = ${developerId}::uuid AND num_nonnulls(app_name, repository) > 0
    UNION
    SELECT app_name, repository FROM tracker_workspace_bucket
    WHERE developer_id = ${developerId}::uuid AND num_nonnulls(app_name, repository) > 0`;
}

/** The rules of the workspaces in which a developer's devices are, or were, enrolled. */
export async function listWorkspaceRulesOf(tx: Db, developerId: string): Promise<unknown[]> {
  const rows = await tx.$queryRaw<{ rules: unknown }[]>`
    SELECT r.rules FROM tracker_workspace_redaction r
    WHERE r.workspace_id IN (
      SELECT p.workspace_id FROM tracker_device d JOIN project p ON p.id = d.project_id
      WHERE d.developer_id = ${developerId}::uuid
      UNION
      SELECT p.workspace_id FROM tracker_device d JOIN tracker_past_binding b ON b.device_id = d.id
        JOIN project p ON p.id = b.project_id
      WHERE d.developer_id = ${developerId}::uuid)`;
  return rows.map(({ rules }) => rules);
}

/** Replaces names in a developer's sums. */
export async function replaceSummedNames(
  tx: Db,
  developerId: string,
  changes: readonly { from: SummedNames; to: SummedNames }[],
): Promise<void> {
  const given = JSON.stringify(
    changes.map(({ from, to }) => ({ a: from.appName, r: from.repository, b: to.appName, s: to.repository })),
  );
  await tx.$executeRaw`
    UPDATE tracker_bucket t SET app_name = x.b, repository = x.s
    FROM jsonb_to_recordset(${given}::jsonb) AS x(a text, r text, b text, s text)
    WHERE t.developer_id = ${developerId}::uuid AND t.app_name IS NOT DISTINCT FROM x.a
      AND t.repository IS NOT DISTINCT FROM x.r`;
  await tx.$executeRaw`
    UPDATE tracker_workspace_bucket t SET app_name = x.b, repository = x.s
    FROM jsonb_to_recordset(${given}::jsonb) AS x(a text, r text, b text, s text)
    WHERE t.developer_id = ${developerId}::uuid AND t.app_name IS NOT DISTINCT FROM x.a
      AND t.repository IS NOT DISTINCT FROM x.r`;
}
