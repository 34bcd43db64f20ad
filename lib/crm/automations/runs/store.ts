import type { WorkspaceScope } from "@/lib/access/authorise";
import { isTakenBackSql, withRecordTitles } from "@/lib/crm/records/store";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, Prisma, withParent } from "@/lib/platform/database";
import type { AutomationRun, AutomationRunAction } from "@/lib/platform/rows";

type Chain = { rootRunId: string; depth: number; runs: number };

/** How deep a run is, the first run of its chain, and how many runs the chain has so far. */
export async function findChain(tx: Db, runId: string): Promise<Chain | null> {
  const [row] = await tx.$queryRaw<Chain[]>`
    SELECT cause.root_run_id::text AS "rootRunId", cause.depth,
           (SELECT count(*)::int FROM automation_run WHERE root_run_id = cause.root_run_id) AS runs
    FROM automation_run cause WHERE cause.id = ${runId}::uuid`;
  return row ?? null;
}

export type NewRun = Pick<
  AutomationRun,
  | "id"
  | "automationId"
  | "triggerType"
  | "recordId"
  | "depth"
  | "rootRunId"
  | "causeRunId"
  | "status"
  | "error"
  | "finishedAt"
> & { subject: object };

/**
 * Writes a workspace's runs in one statement. Runs that begin with a request are marked as such from the start.
 * @returns which jobs the unfinished ones need
 */
export async function insertRuns(
  tx: Db,
  workspaceId: string,
  runs: readonly NewRun[],
  now: Date,
): Promise<{ database: boolean; requests: boolean }> {
  const [row] = await tx.$queryRaw<{ database: boolean; requests: boolean }[]>`
    WITH inserted AS (
      INSERT INTO automation_run (id, workspace_id, automation_id, trigger_type, record_id, subject, depth, root_run_id,
                                  cause_run_id, status, error, finished_at, created_at, sends)
      SELECT run.id, ${workspaceId}::uuid, "automationId", "triggerType", "recordId", subject, depth, "rootRunId",
             "causeRunId", status, error, "finishedAt", ${now}::timestamptz,
             COALESCE(status = 'pending' AND a.actions -> 0 ->> 'type' = 'http_request', false)
      FROM jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) AS run(
        id uuid, "automationId" uuid, "triggerType" text, "recordId" uuid, subject jsonb, depth int, "rootRunId" uuid,
        "causeRunId" uuid, status text, error text, "finishedAt" timestamptz)
        JOIN automation a ON a.id = "automationId"
      RETURNING status, sends
    )
    SELECT COALESCE(bool_or(NOT sends), false) AS database, COALESCE(bool_or(sends), false) AS requests
    FROM inserted WHERE status = 'pending'`;
  return row ?? { database: false, requests: false };
}

const WITH_AUTOMATION = {
  automation: { select: { name: true, object: { select: { slug: true } } } },
} as const satisfies Prisma.AutomationRunInclude;

export type RunRow = Omit<Prisma.AutomationRunGetPayload<{ include: typeof WITH_AUTOMATION }>, "subject"> & {
  recordTitle: string | null;
};

type RunFilters = {
  automationId: string | undefined;
  status: string | undefined;
  since: Date | undefined;
  recordId: string | undefined;
};

/** A page of runs of the scope's workspace, newest first. */
export async function listRunRows(
  { workspaceId }: WorkspaceScope,
  { automationId, status, since, recordId }: RunFilters,
  { limit, after }: Slice,
): Promise<RunRow[]> {
  const rows = await db().automationRun.findMany({
    where: {
      workspaceId,
      ...(automationId ? { automationId } : {}),
      ...(status ? { status } : {}),
      ...(recordId ? { recordId } : {}),
      ...(since ? { createdAt: { gte: since } } : {}),
      AND: beyond(after, "desc"),
    },
    omit: { subject: true },
    include: WITH_AUTOMATION,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
  return withRecordTitles(db(), workspaceId, withParent(rows, "automation"));
}

const CAUSE = {
  automation: { select: { id: true, name: true } },
} as const satisfies Prisma.AutomationRunSelect;

export type RunCause = Prisma.AutomationRunGetPayload<{ select: typeof CAUSE }>["automation"];

/** A run of an automation of the scope's workspace, with what it did and whose run caused it; null for any other. */
export async function findRun(
  { workspaceId }: WorkspaceScope,
  automationId: string,
  id: string,
): Promise<(RunRow & { actions: AutomationRunAction[]; cause: RunCause | null }) | null> {
  const found = await db().automationRun.findFirst({
    where: { id, automationId, workspaceId },
    omit: { subject: true },
    include: { ...WITH_AUTOMATION, actions: { orderBy: { position: "asc" } } },
  });
  const [row] = await withRecordTitles(db(), workspaceId, withParent(found ? [found] : [], "automation"));
  if (!row) return null;
  const cause = row.causeRunId
    ? await db().automationRun.findFirst({ where: { id: row.causeRunId, workspaceId }, select: CAUSE })
    : null;
  return { ...row, cause: cause?.automation ?? null };
}

export type RunHealth = {
  runs: number;
  failures: number;
  lastRunAt: Date | null;
  lastRunStatus: string | null;
};

/** How automations did since a time, by automation: of each the latest `runsMax` ended runs, and its very last run. */
export async function findRunHealth(
  tx: Db,
  ids: readonly string[],
  since: Date,
  runsMax: number,
): Promise<Map<string, RunHealth>> {
  const rows = await tx.$queryRaw<(RunHealth & { id: string })[]>`
    SELECT a.id::text, h.runs, h.failures, l.created_at AS "lastRunAt", l.status AS "lastRunStatus"
    FROM unnest(${[...ids]}::uuid[]) AS a(id)
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE r.status IN ('completed', 'failed'))::int AS runs,
             count(*) FILTER (WHERE r.status = 'failed')::int AS failures
      FROM (SELECT status FROM automation_run
            WHERE automation_id = a.id AND created_at >= ${since}::timestamptz
            ORDER BY created_at DESC, id DESC LIMIT ${runsMax}) AS r) AS h
    LEFT JOIN LATERAL (
      SELECT created_at, status FROM automation_run
      WHERE automation_id = a.id ORDER BY created_at DESC, id DESC LIMIT 1) AS l ON true`;
  return new Map(rows.map(({ id, ...health }) => [id, health]));
}

const AT_WORK = {
  automation: {
    select: {
      id: true,
      name: true,
      isActive: true,
      actions: true,
      createdById: true,
      ownerId: true,
      object: { select: { slug: true } },
    },
  },
  workspace: { select: { slug: true, isActive: true } },
} as const satisfies Prisma.AutomationRunInclude;

export type RunAtWork = Prisma.AutomationRunGetPayload<{ include: typeof AT_WORK }>;

/** A run with its automation and workspace, for the job that works without a caller; null once it is gone. */
export async function findRunAtWork(tx: Db, id: string): Promise<RunAtWork | null> {
  const found = await tx.automationRun.findUnique({ where: { id }, include: AT_WORK });
  return withParent(found ? [found] : [], "automation")[0] ?? null;
}

/** Holds a run's row, and its automation against deletion, until the transaction ends. @returns its status; null once it is gone */
export async function lockRun(tx: Db, id: string): Promise<string | null> {
  // The automation first, as those who delete it do, so that neither waits for the other.
  const [row] = await tx.$queryRaw<{ status: string }[]>`
    WITH held AS MATERIALIZED (
      SELECT a.id FROM automation a JOIN automation_run r ON r.automation_id = a.id
      WHERE r.id = ${id}::uuid FOR KEY SHARE OF a
    )
    SELECT r.status FROM automation_run r JOIN held ON held.id = r.automation_id
    WHERE r.id = ${id}::uuid FOR NO KEY UPDATE OF r`;
  return row?.status ?? null;
}

/** Which actions a run has done or failed. */
export async function listDoneActions(tx: Db, runId: string): Promise<Set<string>> {
  const rows = await tx.automationRunAction.findMany({ where: { runId }, select: { actionId: true } });
  return new Set(rows.map(({ actionId }) => actionId));
}

export type NewRunAction = Pick<
  AutomationRunAction,
  "runId" | "actionId" | "position" | "type" | "status" | "error" | "durationMs" | "finishedAt"
> & { input: Prisma.InputJsonValue; result: Prisma.InputJsonValue | undefined };

/** Writes down what became of an action. @throws when that is written already */
export async function insertRunAction(tx: Db, { result, ...row }: NewRunAction): Promise<void> {
  await tx.automationRunAction.create({ data: { ...row, ...(result === undefined ? {} : { result }) } });
}

/** Marks a run as begun, if it waits. */
export async function startRun(id: string, now: Date): Promise<void> {
  await db().automationRun.updateMany({
    where: { id, status: "pending" },
    data: { status: "running", startedAt: now },
  });
}

/** Ends a run. The caller has locked its row. */
export async function endRun(
  tx: Db,
  id: string,
  { status, error }: { status: string; error: string | null },
  now: Date,
): Promise<void> {
  await tx.automationRun.update({
    where: { id },
    data: { status, error, finishedAt: now, sends: false, heldUntil: null },
  });
}

/**
 * Locks an automation's failed and skipped runs, the oldest first, except those whose error begins with `stopped`.
 * @returns their ids
 */
export async function lockRetryable(
  tx: Db,
  automationId: string,
  { since, stopped, max }: { since: Date | null; stopped: string; max: number },
): Promise<string[]> {
  const fromThen = since ? Prisma.sql`AND created_at >= ${since}::timestamptz` : Prisma.empty;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM automation_run
    WHERE automation_id = ${automationId}::uuid AND status IN ('failed', 'skipped') ${fromThen}
      AND NOT starts_with(COALESCE(error, ''), ${stopped})
    ORDER BY created_at, id LIMIT ${max} FOR UPDATE`;
  return rows.map(({ id }) => id);
}

/**
 * Makes runs that ended wait again, as if they had just been written: what they did stays done, and what failed is
 * forgotten. The caller has locked their rows.
 */
export async function restartRuns(tx: Db, ids: readonly string[], now: Date): Promise<void> {
  await tx.$executeRaw`
    WITH forgotten AS (
      DELETE FROM automation_run_action WHERE run_id = ANY(${[...ids]}::uuid[]) AND status = 'failed'
    )
    UPDATE automation_run
    SET status = 'pending', error = NULL, started_at = NULL, finished_at = NULL, retried_at = ${now}::timestamptz
    WHERE id = ANY(${[...ids]}::uuid[])`;
}

/**
 * Claims one of the workspace's runs that can continue now, so that nobody else does until `heldUntil`, and marks it as
 * running. Runs already started come first. Of the others, an automation chosen at random gets its oldest: in the order
 * of all runs, whatever another automation piled up, such as those of an import, would come first. `since` is when the
 * run was written or last tried again.
 * @param sends whether to take one whose next action is a request, or one whose is not
 * @returns null if there is none
 */
export async function claimRun(
  workspaceId: string,
  sends: boolean,
  now: Date,
  heldUntil: Date,
): Promise<{ id: string; since: Date } | null> {
  const isFree = Prisma.sql`r.sends = ${sends} AND (r.held_until IS NULL OR r.held_until <= ${now}::timestamptz)`;
  const [row] = await db().$queryRaw<{ id: string; since: Date }[]>`
    UPDATE automation_run
    SET status = 'running', started_at = COALESCE(started_at, ${now}::timestamptz), held_until = ${heldUntil}::timestamptz
    WHERE id = COALESCE((
      SELECT r.id FROM automation_run r
      WHERE r.workspace_id = ${workspaceId}::uuid AND r.status = 'running' AND ${isFree}
      ORDER BY r.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    ), (
      SELECT r.id FROM automation_run r
      WHERE r.automation_id = (
          SELECT a.id FROM automation a
          WHERE a.workspace_id = ${workspaceId}::uuid AND EXISTS (
            SELECT FROM automation_run r WHERE r.automation_id = a.id AND r.status = 'pending' AND ${isFree})
          ORDER BY random() LIMIT 1)
        AND r.status = 'pending' AND ${isFree}
      ORDER BY r.created_at, r.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    ))
    RETURNING id::text, COALESCE(retried_at, created_at) AS since`;
  return row ?? null;
}

/**
 * Skips those of an automation's next runs, at most so many, whose record was deleted by undoing its import. Undoing a
 * large one leaves hundreds of thousands, which its other runs would wait behind.
 */
export async function skipRunsTakenBack(
  automationId: string,
  sends: boolean,
  error: string,
  limit: number,
  now: Date,
): Promise<void> {
  await db().$executeRaw`
    WITH next AS MATERIALIZED (
      SELECT id, record_id FROM automation_run
      WHERE automation_id = ${automationId}::uuid AND status = 'pending' AND sends = ${sends}
        AND (held_until IS NULL OR held_until <= ${now}::timestamptz)
      ORDER BY created_at, id LIMIT ${limit}::int FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE automation_run r
    SET status = 'skipped', error = ${error}, finished_at = ${now}::timestamptz, sends = false, held_until = NULL
    FROM next WHERE r.id = next.id AND ${isTakenBackSql(Prisma.sql`next.record_id`)}`;
}

/** Keeps a run from being taken up before a time. */
export async function holdRun(id: string, until: Date): Promise<void> {
  await db().automationRun.updateMany({ where: { id }, data: { heldUntil: until } });
}

/** Records a run's next action and releases the claim. The caller has locked its row. */
export async function passRunOn(tx: Db, id: string, sends: boolean): Promise<void> {
  await tx.automationRun.update({ where: { id }, data: { sends, heldUntil: null } });
}

/**
 * Workspaces with unfinished runs from before a time that nobody has claimed, and whether these wait to send a request.
 */
export async function listNeglectedRuns(
  before: Date,
  now: Date,
): Promise<Pick<AutomationRun, "workspaceId" | "sends">[]> {
  return db().$queryRaw<Pick<AutomationRun, "workspaceId" | "sends">[]>`
    SELECT DISTINCT workspace_id::text AS "workspaceId", sends FROM automation_run
    WHERE status IN ('pending', 'running') AND created_at < ${before}::timestamptz
      AND (held_until IS NULL OR held_until <= ${now}::timestamptz)`;
}

/** Unfinished runs that were written, and last tried again, before a time, oldest first. */
export async function listUnfinishedRuns(
  before: Date,
  limit: number,
): Promise<Pick<AutomationRun, "id" | "workspaceId">[]> {
  return db().automationRun.findMany({
    where: {
      status: { in: ["pending", "running"] },
      createdAt: { lt: before },
      OR: [{ retriedAt: null }, { retriedAt: { lt: before } }],
    },
    select: { id: true, workspaceId: true },
    orderBy: { createdAt: "asc" },
    take: limit,
  });
}

/** Deletes runs written before a time, some at a time. @returns how many */
export async function deleteRunsBefore(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM automation_run WHERE id = ANY (ARRAY(
      SELECT id FROM automation_run WHERE created_at < ${before}::timestamptz ORDER BY created_at LIMIT ${limit}))`;
}
