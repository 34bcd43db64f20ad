import type { WorkspaceScope } from "@/lib/access/authorise";
import type { Action } from "@/lib/crm/automations/schema";
import type { Filter } from "@/lib/crm/records/schema";
import { withRecordTitles } from "@/lib/crm/records/store";
import type { Position } from "@/lib/http/paging";
import { containing, type Db, db, Prisma } from "@/lib/platform/database";
import type { Automation, AutomationRun, AutomationRunAction } from "@/lib/platform/rows";

const PERSON = { select: { id: true, name: true } } as const;
const WITH_OBJECT = {
  object: { select: { slug: true } },
  owner: PERSON,
  createdBy: PERSON,
} as const satisfies Prisma.AutomationInclude;

export type AutomationRow = Prisma.AutomationGetPayload<{ include: typeof WITH_OBJECT }>;

type Values = Pick<
  Automation,
  "name" | "isActive" | "triggerType" | "objectId" | "triggerAttributes" | "formId"
> & { conditions: Filter | null; actions: Action[] };

function conditionsJson(conditions: Filter | null) {
  return conditions ?? Prisma.DbNull;
}

/** How many automations the scope's workspace has. */
export async function countAutomations(tx: Db, { workspaceId }: WorkspaceScope): Promise<number> {
  return tx.automation.count({ where: { workspaceId } });
}

/** Whether a form of the scope's workspace has this id; a deleted one is none, though it may be brought back. */
export async function isForm(tx: Db, { workspaceId }: WorkspaceScope, id: string): Promise<boolean> {
  return (await tx.form.count({ where: { id, workspaceId, deletedAt: null } })) > 0;
}

/** Creates an automation in the scope's workspace. */
export async function insertAutomation(
  tx: Db,
  { workspaceId, actor }: WorkspaceScope,
  values: Values,
  now: Date,
): Promise<AutomationRow> {
  return tx.automation.create({
    data: {
      ...values,
      conditions: conditionsJson(values.conditions),
      workspaceId,
      createdById: actor.developerId,
      ownerId: actor.developerId,
      createdAt: now,
      updatedAt: now,
    },
    include: WITH_OBJECT,
  });
}

/** A page of the workspace's automations, newest first. */
export async function listAutomationRows(
  { workspaceId }: WorkspaceScope,
  { isActive, search }: { isActive: boolean | undefined; search: string | undefined },
  limit: number,
  after: Position | null,
): Promise<AutomationRow[]> {
  return db().automation.findMany({
    where: {
      workspaceId,
      ...(isActive === undefined ? {} : { isActive }),
      ...(search ? { name: containing(search) } : {}),
      ...(after
        ? { OR: [{ createdAt: { lt: after.at } }, { createdAt: after.at, id: { lt: after.id } }] }
        : {}),
    },
    include: WITH_OBJECT,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** One automation of the scope's workspace; null for an unknown one and for another workspace's. */
export async function findAutomation(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  id: string,
): Promise<AutomationRow | null> {
  return tx.automation.findFirst({ where: { id, workspaceId }, include: WITH_OBJECT });
}

/** The same, its row locked until the transaction ends, so that changes of it happen one after the other. */
export async function lockAutomation(
  tx: Db,
  scope: WorkspaceScope,
  id: string,
): Promise<AutomationRow | null> {
  await tx.$queryRaw`
    SELECT 1 FROM automation WHERE id = ${id}::uuid AND workspace_id = ${scope.workspaceId}::uuid
    FOR NO KEY UPDATE`;
  return findAutomation(tx, scope, id);
}

/** Changes an automation of the scope's workspace. */
export async function updateAutomationRow(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  id: string,
  {
    conditions,
    ...change
  }: Partial<Values> & Partial<Pick<Automation, "failuresInARow" | "disabledReason" | "ownerId">>,
  now: Date,
): Promise<AutomationRow> {
  return tx.automation.update({
    where: { id, workspaceId },
    data: {
      ...change,
      ...(conditions === undefined ? {} : { conditions: conditionsJson(conditions) }),
      updatedAt: now,
    },
    include: WITH_OBJECT,
  });
}

/** Deletes an automation of the scope's workspace with its runs. */
export async function deleteAutomationRow(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  id: string,
): Promise<void> {
  await tx.automation.delete({ where: { id, workspaceId } });
}

const TRIGGERED = {
  id: true,
  triggerType: true,
  triggerAttributes: true,
  formId: true,
  conditions: true,
  object: { select: { slug: true } },
} as const satisfies Prisma.AutomationSelect;

type TriggeredRow = Prisma.AutomationGetPayload<{ select: typeof TRIGGERED }>;

/** The active automations of a workspace that wait for one of these types, with what decides whether they are set off. */
export async function listTriggered(
  tx: Db,
  workspaceId: string,
  types: readonly string[],
): Promise<TriggeredRow[]> {
  return tx.automation.findMany({
    where: { workspaceId, isActive: true, triggerType: { in: [...types] } },
    select: TRIGGERED,
  });
}

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
 * Writes runs of a workspace, all in one statement. Those that begin with a request stand at it from the start.
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
  limit: number,
  after: Position | null,
): Promise<RunRow[]> {
  const rows = await db().automationRun.findMany({
    where: {
      workspaceId,
      ...(automationId ? { automationId } : {}),
      ...(status ? { status } : {}),
      ...(recordId ? { recordId } : {}),
      ...(since ? { createdAt: { gte: since } } : {}),
      AND: after
        ? {
            // Said twice: by the bound alone the index goes straight to the page, however deep it is.
            createdAt: { lte: after.at },
            OR: [{ createdAt: { lt: after.at } }, { createdAt: after.at, id: { lt: after.id } }],
          }
        : {},
    },
    omit: { subject: true },
    include: WITH_AUTOMATION,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
  return withRecordTitles(db(), workspaceId, rows);
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
  const [row] = await withRecordTitles(db(), workspaceId, found ? [found] : []);
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
  return tx.automationRun.findUnique({ where: { id }, include: AT_WORK });
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

/** Ends a run. The caller holds its row. */
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

/** Forgets an automation's failures, if there are any. */
export async function forgetFailures(tx: Db, automationId: string): Promise<void> {
  await tx.automation.updateMany({
    where: { id: automationId, failuresInARow: { gt: 0 } },
    data: { failuresInARow: 0 },
  });
}

/** Counts one more failure of an automation, and switches it off at `max`. @returns whether this switched it off */
export async function countFailure(
  tx: Db,
  automationId: string,
  max: number,
  reason: string,
): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ isSwitchedOff: boolean }[]>`
    UPDATE automation SET failures_in_a_row = failures_in_a_row + 1,
           disabled_reason = CASE WHEN is_active AND failures_in_a_row + 1 >= ${max} THEN ${reason}
                                  ELSE disabled_reason END,
           is_active = is_active AND failures_in_a_row + 1 < ${max}
    WHERE id = ${automationId}::uuid
    RETURNING NOT is_active AND failures_in_a_row = ${max} AND disabled_reason = ${reason} AS "isSwitchedOff"`;
  return row?.isSwitchedOff ?? false;
}

/** Switches an automation off, if it is on. @returns whether this switched it off */
export async function switchOff(tx: Db, id: string, reason: string): Promise<boolean> {
  const where = { id, isActive: true };
  const { count } = await tx.automation.updateMany({
    where,
    data: { isActive: false, disabledReason: reason },
  });
  return count > 0;
}

/**
 * Takes up the workspace's next run that can be done now, the oldest first, so that nobody else does until `heldUntil`.
 * Those that are begun come first.
 * @param sends whether to take one that stands at a request, or one that does not
 * @returns null when there is none
 */
export async function claimRun(
  workspaceId: string,
  sends: boolean,
  now: Date,
  heldUntil: Date,
): Promise<Pick<AutomationRun, "id" | "createdAt"> | null> {
  const oldest = (status: string) => Prisma.sql`(
    SELECT id FROM automation_run
    WHERE workspace_id = ${workspaceId}::uuid AND status = ${status} AND sends = ${sends}
      AND (held_until IS NULL OR held_until <= ${now}::timestamptz)
    ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)`;
  for (const status of ["running", "pending"]) {
    const [row] = await db().$queryRaw<Pick<AutomationRun, "id" | "createdAt">[]>`
      UPDATE automation_run SET held_until = ${heldUntil}::timestamptz WHERE id = ${oldest(status)}
      RETURNING id::text, created_at AS "createdAt"`;
    if (row) return row;
  }
  return null;
}

/** Keeps a run from being taken up before a time. */
export async function holdRun(id: string, until: Date): Promise<void> {
  await db().automationRun.updateMany({ where: { id }, data: { heldUntil: until } });
}

/** Notes what a run stands at and lets it be taken up again. The caller holds its row. */
export async function passRunOn(tx: Db, id: string, sends: boolean): Promise<void> {
  await tx.automationRun.update({ where: { id }, data: { sends, heldUntil: null } });
}

/** Workspaces with unfinished runs from before a time that nobody is at, and whether these stand at a request. */
export async function listNeglectedRuns(
  before: Date,
  now: Date,
): Promise<Pick<AutomationRun, "workspaceId" | "sends">[]> {
  return db().$queryRaw<Pick<AutomationRun, "workspaceId" | "sends">[]>`
    SELECT DISTINCT workspace_id::text AS "workspaceId", sends FROM automation_run
    WHERE status IN ('pending', 'running') AND created_at < ${before}::timestamptz
      AND (held_until IS NULL OR held_until <= ${now}::timestamptz)`;
}

/** Unfinished runs that were written before a time, oldest first. */
export async function listUnfinishedRuns(
  before: Date,
  limit: number,
): Promise<Pick<AutomationRun, "id" | "workspaceId">[]> {
  return db().automationRun.findMany({
    where: { status: { in: ["pending", "running"] }, createdAt: { lt: before } },
    select: { id: true, workspaceId: true },
    orderBy: { createdAt: "asc" },
    take: limit,
  });
}

/** Deletes runs written before a time, some at a time. @returns how many */
export async function deleteRunsBefore(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM automation_run WHERE id IN (
      SELECT id FROM automation_run WHERE created_at < ${before}::timestamptz ORDER BY created_at LIMIT ${limit})`;
}
