import type { WorkspaceScope } from "@/lib/access/authorise";
import { withRecordTitles } from "@/lib/crm/records/store";
import type { ExitReason, Step } from "@/lib/crm/sequences/schema";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, Prisma, withParent } from "@/lib/platform/database";
import { idsNamed } from "@/lib/platform/loose-sql";
import type { SequenceEnrollment, SequenceStepDone } from "@/lib/platform/rows";

const SHOWN = {
  object: { select: { slug: true } },
  _count: { select: { enrollments: { where: { isOpen: true } } } },
} as const satisfies Prisma.SequenceInclude;

export type SequenceRow = Prisma.SequenceGetPayload<{ include: typeof SHOWN }>;

/** The objects that these sequences of the scope's workspace are for, by sequence; others are missing. */
export async function listSequenceObjects(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.sequence.findMany({
    where: { workspaceId, id: { in: [...ids] } },
    select: { id: true, objectId: true },
  });
  return new Map(rows.map(({ id, objectId }) => [id, objectId]));
}

/** How many sequences the scope's workspace has. */
export async function countSequences(tx: Db, { workspaceId }: WorkspaceScope): Promise<number> {
  return tx.sequence.count({ where: { workspaceId } });
}

/** Creates a sequence in the scope's workspace. */
export async function insertSequence(
  tx: Db,
  { workspaceId, actor }: WorkspaceScope,
  values: { name: string; objectId: string; steps: Step[] },
  now: Date,
): Promise<SequenceRow> {
  return tx.sequence.create({
    data: { ...values, workspaceId, createdById: actor.developerId, createdAt: now, updatedAt: now },
    include: SHOWN,
  });
}

/** A page of the workspace's sequences, newest first. */
export async function listSequenceRows(
  { workspaceId }: WorkspaceScope,
  { search }: { search: string | undefined },
  { limit, after }: Slice,
): Promise<SequenceRow[]> {
  return db().sequence.findMany({
    where: {
      workspaceId,
      ...(search ? { id: { in: await idsNamed(search, Prisma.sql`sequence`, workspaceId) } } : {}),
      AND: beyond(after, "desc"),
    },
    include: SHOWN,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** One sequence of the scope's workspace; null for an unknown one and for another workspace's. */
export async function findSequence(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  id: string,
): Promise<SequenceRow | null> {
  return tx.sequence.findFirst({ where: { id, workspaceId }, include: SHOWN });
}

/** The same, locked until the transaction ends: nobody is enrolled and no step is done meanwhile. */
export async function lockSequence(tx: Db, scope: WorkspaceScope, id: string): Promise<SequenceRow | null> {
  await tx.$queryRaw`
    SELECT 1 FROM sequence WHERE id = ${id}::uuid AND workspace_id = ${scope.workspaceId}::uuid
    FOR NO KEY UPDATE`;
  return findSequence(tx, scope, id);
}

/** Changes a sequence of the scope's workspace. */
export async function updateSequenceRow(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  id: string,
  change: {
    name?: string | undefined;
    steps?: Step[] | undefined;
    isPaused?: boolean | undefined;
    pausedReason?: null | undefined;
    ownerId?: string | undefined;
  },
  now: Date,
): Promise<SequenceRow> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return tx.sequence.update({
    where: { id, workspaceId },
    data: { ...given, updatedAt: now },
    include: SHOWN,
  });
}

/** What a sequence is called, where it stands, and who answers for its requests: nobody any more where that is null. */
export async function findAnswerable(
  tx: Db,
  workspaceId: string,
  id: string,
): Promise<{ name: string; workspaceSlug: string; ownerId: string | null } | null> {
  const row = await tx.sequence.findFirst({
    where: { id, workspaceId },
    select: { name: true, ownerId: true, createdById: true, workspace: { select: { slug: true } } },
  });
  return (
    row && { name: row.name, workspaceSlug: row.workspace.slug, ownerId: row.ownerId ?? row.createdById }
  );
}

/** Pauses a sequence for a reason. @returns what it is called, and the workspace; null where it is paused already or gone */
export async function pauseSequence(
  tx: Db,
  workspaceId: string,
  id: string,
  reason: string,
): Promise<{ name: string; workspaceSlug: string } | null> {
  const [row] = await tx.$queryRaw<{ name: string; workspaceSlug: string }[]>`
    UPDATE sequence s SET is_paused = true, paused_reason = ${reason}
    FROM workspace w
    WHERE s.id = ${id}::uuid AND s.workspace_id = ${workspaceId}::uuid AND NOT s.is_paused AND w.id = s.workspace_id
    RETURNING s.name, w.slug AS "workspaceSlug"`;
  return row ?? null;
}

/** Deletes a sequence of the scope's workspace with its enrolments. */
export async function deleteSequenceRow(tx: Db, { workspaceId }: WorkspaceScope, id: string): Promise<void> {
  await tx.sequence.delete({ where: { id, workspaceId } });
}

/** Moves enrolments at removed steps to another step, due now. The caller has locked the sequence. */
export async function moveEnrollments(
  tx: Db,
  sequenceId: string,
  moves: readonly { from: string; to: string | null }[],
  now: Date,
): Promise<void> {
  if (moves.length === 0) return;
  await tx.$executeRaw`
    UPDATE sequence_enrollment e
    SET step_id = move."to", is_waiting = false, next_step_at = ${now}::timestamptz, sends = false, held_until = NULL
    FROM jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) AS move("from" uuid, "to" uuid)
    WHERE e.step_id = move."from" AND e.id = ANY (ARRAY(
      SELECT id FROM sequence_enrollment WHERE sequence_id = ${sequenceId}::uuid AND is_open
      ORDER BY id FOR UPDATE))`;
}

/**
 * Claims the workspace's next due enrolment, the longest waiting one, so that nobody else does until `heldUntil`.
 * Paused sequences are skipped.
 * @param sends whether to take one whose step is a request, or one whose is not
 * @returns null if there is none
 */
export async function claimEnrollment(
  workspaceId: string,
  sends: boolean,
  now: Date,
  heldUntil: Date,
): Promise<{ id: string; nextStepAt: Date } | null> {
  const [row] = await db().$queryRaw<{ id: string; nextStepAt: Date }[]>`
    UPDATE sequence_enrollment SET held_until = ${heldUntil}::timestamptz WHERE id = (
      SELECT e.id FROM sequence_enrollment e JOIN sequence s ON s.id = e.sequence_id
      WHERE e.workspace_id = ${workspaceId}::uuid AND e.status = 'active' AND e.sends = ${sends}
        AND e.next_step_at <= ${now}::timestamptz AND (e.held_until IS NULL OR e.held_until <= ${now}::timestamptz)
        AND NOT s.is_paused
      ORDER BY e.next_step_at LIMIT 1 FOR NO KEY UPDATE OF e SKIP LOCKED)
    RETURNING id::text, next_step_at AS "nextStepAt"`;
  return row ?? null;
}

/** Keeps an enrolment from being taken up before a time. */
export async function deferEnrollment(id: string, until: Date): Promise<void> {
  await db().sequenceEnrollment.updateMany({ where: { id }, data: { heldUntil: until } });
}

/**
 * Workspaces with enrolments whose step was due before a time and that nobody has claimed, and whether these wait to
 * send a request.
 */
export async function listNeglectedSteps(
  before: Date,
  now: Date,
): Promise<{ workspaceId: string; sends: boolean }[]> {
  return db().$queryRaw<{ workspaceId: string; sends: boolean }[]>`
    SELECT DISTINCT e.workspace_id::text AS "workspaceId", e.sends FROM sequence_enrollment e
    JOIN sequence s ON s.id = e.sequence_id
    JOIN workspace w ON w.id = e.workspace_id
    WHERE e.status = 'active' AND e.next_step_at < ${before}::timestamptz AND NOT s.is_paused AND w.is_active
      AND (e.held_until IS NULL OR e.held_until <= ${now}::timestamptz)`;
}

type LockedSequence = {
  id: string;
  name: string;
  objectId: string;
  steps: unknown;
  isPaused: boolean;
  objectSlug: string;
};

/**
 * Locks a sequence of a workspace against changes until the transaction ends; null where there is none. Many may do so
 * at once.
 */
export async function lockSequenceShared(
  tx: Db,
  workspaceId: string,
  id: string,
): Promise<LockedSequence | null> {
  const [row] = await tx.$queryRaw<LockedSequence[]>`
    SELECT s.id::text, s.name, s.object_id::text AS "objectId", s.steps, s.is_paused AS "isPaused", o.slug AS "objectSlug"
    FROM sequence s JOIN crm_object o ON o.id = s.object_id
    WHERE s.id = ${id}::uuid AND s.workspace_id = ${workspaceId}::uuid
    FOR SHARE OF s`;
  return row ?? null;
}

/** Keeps a live record of an object from being deleted until the transaction ends. @returns whether there is one */
export async function lockRecord(
  tx: Db,
  workspaceId: string,
  objectId: string,
  recordId: string,
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM crm_record
    WHERE id = ${recordId}::uuid AND object_id = ${objectId}::uuid AND workspace_id = ${workspaceId}::uuid
      AND deleted_at IS NULL
    FOR KEY SHARE`;
  return rows.length > 0;
}

type NewEnrollment = Pick<
  SequenceEnrollment,
  "id" | "workspaceId" | "sequenceId" | "recordId" | "stepId" | "enrolledById"
>;

/** Enrols a record, unless it is enrolled already. @returns whether it was */
export async function insertEnrollment(tx: Db, row: NewEnrollment, now: Date): Promise<boolean> {
  const { count } = await tx.sequenceEnrollment.createMany({
    data: [{ ...row, nextStepAt: now, createdAt: now }],
    skipDuplicates: true,
  });
  return count > 0;
}

const FAILED = { status: "failed" } as const;
const RETRY = { select: { askedAt: true } } as const;

/** Only the steps that failed: a count of them would be one over all enrolments' steps. */
const WITH_SEQUENCE = {
  sequence: { select: { name: true } },
  steps: { where: FAILED, select: { status: true, retry: RETRY } },
} as const satisfies Prisma.SequenceEnrollmentInclude;

export type EnrollmentRow = Prisma.SequenceEnrollmentGetPayload<{ include: typeof WITH_SEQUENCE }> & {
  recordTitle: string | null;
};

const STEPS = { orderBy: { finishedAt: "asc" }, include: { retry: RETRY } } as const;

export type EnrollmentDetailRow = Omit<EnrollmentRow, "steps"> & {
  steps: (SequenceStepDone & { retry: { askedAt: Date } | null })[];
};

type EnrollmentFilters = {
  sequenceId: string | undefined;
  recordId: string | undefined;
  status: string | undefined;
  since: Date | undefined;
  hasFailedSteps: boolean | undefined;
};

/** A page of enrolments of the scope's workspace, newest first. */
export async function listEnrollmentRows(
  { workspaceId }: WorkspaceScope,
  { sequenceId, recordId, status, since, hasFailedSteps }: EnrollmentFilters,
  { limit, after }: Slice,
): Promise<EnrollmentRow[]> {
  const rows = await db().sequenceEnrollment.findMany({
    where: {
      workspaceId,
      ...(sequenceId ? { sequenceId } : {}),
      ...(recordId ? { recordId } : {}),
      ...(status ? { status } : {}),
      ...(since ? { createdAt: { gte: since } } : {}),
      ...(hasFailedSteps === undefined
        ? {}
        : { steps: hasFailedSteps ? { some: FAILED } : { none: FAILED } }),
      AND: beyond(after, "desc"),
    },
    include: WITH_SEQUENCE,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
  return withRecordTitles(db(), workspaceId, withParent(rows, "sequence"));
}

/** An enrolment in a sequence of the scope's workspace, with the steps it has done; null for any other. */
export async function findEnrollment(
  tx: Db,
  { workspaceId }: { workspaceId: string },
  sequenceId: string,
  id: string,
): Promise<EnrollmentDetailRow | null> {
  const row = await tx.sequenceEnrollment.findFirst({
    where: { id, sequenceId, workspaceId },
    include: { ...WITH_SEQUENCE, steps: STEPS },
  });
  const [found] = await withRecordTitles(tx, workspaceId, withParent(row ? [row] : [], "sequence"));
  return found ?? null;
}

/** An enrolment by its id, for the job that works without a caller; null once it is gone. */
export async function findEnrollmentAtWork(id: string): Promise<Prisma.SequenceEnrollmentGetPayload<{
  include: { workspace: { select: { isActive: true } } };
}> | null> {
  return db().sequenceEnrollment.findUnique({
    where: { id },
    include: { workspace: { select: { isActive: true } } },
  });
}

/** An enrolment, its row locked until the transaction ends, so that changes of it happen one after the other. */
export async function lockEnrollment(tx: Db, id: string): Promise<SequenceEnrollment | null> {
  await tx.$queryRaw`SELECT 1 FROM sequence_enrollment WHERE id = ${id}::uuid FOR UPDATE`;
  return tx.sequenceEnrollment.findUnique({ where: { id } });
}

/** Changes an open enrolment, which the caller holds. */
export async function updateEnrollment(
  tx: Db,
  id: string,
  change: Partial<
    Pick<SequenceEnrollment, "status" | "stepId" | "isWaiting" | "nextStepAt" | "sends" | "heldUntil">
  >,
): Promise<void> {
  await tx.sequenceEnrollment.update({ where: { id }, data: change });
}

/** Which steps an enrolment has done. */
export async function listDoneSteps(tx: Db, enrollmentId: string): Promise<Set<string>> {
  const rows = await tx.sequenceStepDone.findMany({ where: { enrollmentId }, select: { stepId: true } });
  return new Set(rows.map(({ stepId }) => stepId));
}

type NewStepDone = Pick<
  SequenceStepDone,
  "enrollmentId" | "stepId" | "type" | "status" | "error" | "finishedAt"
> & {
  result: Prisma.InputJsonValue | undefined;
};

/** Writes down what became of a step. */
export async function insertStepDone(tx: Db, { result, ...row }: NewStepDone): Promise<void> {
  await tx.sequenceStepDone.createMany({
    data: [{ ...row, ...(result === undefined ? {} : { result }) }],
    skipDuplicates: true,
  });
}

export type Ended = Pick<SequenceEnrollment, "id" | "sequenceId" | "recordId">;

type Which = { sequenceId?: string; recordIds?: readonly string[]; enrollmentId?: string };

/** Ends open enrolments of a workspace, in one statement and always in the same order. @returns those that ended */
export async function endEnrollments(
  tx: Db,
  workspaceId: string,
  { sequenceId, recordIds, enrollmentId }: Which,
  reason: ExitReason,
  now: Date,
): Promise<Ended[]> {
  const conditions = [
    Prisma.sql`workspace_id = ${workspaceId}::uuid AND is_open`,
    ...(sequenceId ? [Prisma.sql`sequence_id = ${sequenceId}::uuid`] : []),
    ...(recordIds ? [Prisma.sql`record_id = ANY(${[...recordIds]}::uuid[])`] : []),
    ...(enrollmentId ? [Prisma.sql`id = ${enrollmentId}::uuid`] : []),
  ];
  return tx.$queryRaw<Ended[]>`
    UPDATE sequence_enrollment
    SET status = ${reason === "completed" ? "completed" : "exited"}, is_open = NULL, step_id = NULL,
        next_step_at = NULL, is_waiting = false, sends = false, held_until = NULL, exit_reason = ${reason}, ended_at = ${now}::timestamptz
    WHERE id = ANY (ARRAY(
      SELECT id FROM sequence_enrollment WHERE ${Prisma.join(conditions, " AND ")} ORDER BY id FOR UPDATE))
    RETURNING id::text, sequence_id::text AS "sequenceId", record_id::text AS "recordId"`;
}
