import { type Db, db, Prisma } from "@/lib/platform/database";

/** A failed step that is to be tried again. */
export type Retry = { enrollmentId: string; stepId: string; askedAt: Date };

/**
 * Notes that failed steps are to be tried again, unless they already are: those of a sequence, of the given steps and of
 * records that have not left it.
 * @param which of one enrolment only, or only what failed at a time or later
 * @returns how many steps of the sequence now wait to be tried again, of those that are meant
 */
export async function insertRetries(
  tx: Db,
  workspaceId: string,
  sequenceId: string,
  which: { stepIds: readonly string[]; enrollmentId?: string; since?: Date; max: number },
  now: Date,
): Promise<number> {
  const conditions = [
    Prisma.sql`e.sequence_id = ${sequenceId}::uuid AND e.status IN ('active', 'completed')`,
    Prisma.sql`done.status = 'failed' AND done.step_id = ANY(${[...which.stepIds]}::uuid[])`,
    ...(which.enrollmentId ? [Prisma.sql`e.id = ${which.enrollmentId}::uuid`] : []),
    ...(which.since ? [Prisma.sql`done.finished_at >= ${which.since}::timestamptz`] : []),
  ];
  const [row] = await tx.$queryRaw<{ steps: number }[]>`
    WITH meant AS (
      SELECT done.enrollment_id, done.step_id FROM sequence_step_done done
      JOIN sequence_enrollment e ON e.id = done.enrollment_id
      WHERE ${Prisma.join(conditions, " AND ")}
      ORDER BY done.finished_at LIMIT ${which.max}
    ), inserted AS (
      INSERT INTO sequence_step_retry (enrollment_id, step_id, workspace_id, due_at, asked_at)
      SELECT enrollment_id, step_id, ${workspaceId}::uuid, ${now}::timestamptz, ${now}::timestamptz FROM meant
      ORDER BY enrollment_id, step_id
      ON CONFLICT DO NOTHING
    )
    SELECT count(*)::int AS steps FROM meant`;
  return row?.steps ?? 0;
}

/**
 * Claims the workspace's longest waiting step that is to be tried again, so that nobody else does until `heldUntil`. Those
 * of paused sequences and enrolments wait.
 * @returns null if there is none
 */
export async function claimRetry(workspaceId: string, now: Date, heldUntil: Date): Promise<Retry | null> {
  const [row] = await db().$queryRaw<Retry[]>`
    UPDATE sequence_step_retry SET due_at = ${heldUntil}::timestamptz WHERE (enrollment_id, step_id) = (
      SELECT r.enrollment_id, r.step_id FROM sequence_step_retry r
      JOIN sequence_enrollment e ON e.id = r.enrollment_id
      JOIN sequence s ON s.id = e.sequence_id
      WHERE r.workspace_id = ${workspaceId}::uuid AND r.due_at <= ${now}::timestamptz
        AND e.status <> 'paused' AND NOT s.is_paused
      ORDER BY r.due_at LIMIT 1 FOR NO KEY UPDATE OF r SKIP LOCKED)
    RETURNING enrollment_id::text AS "enrollmentId", step_id::text AS "stepId", asked_at AS "askedAt"`;
  return row ?? null;
}

/** Keeps a step from being taken up before a time. */
export async function deferRetry({ enrollmentId, stepId }: Retry, until: Date): Promise<void> {
  await db().sequenceStepRetry.updateMany({ where: { enrollmentId, stepId }, data: { dueAt: until } });
}

/** Ends a retry. @returns whether it still stood */
export async function deleteRetry(tx: Db, { enrollmentId, stepId }: Retry): Promise<boolean> {
  const { count } = await tx.sequenceStepRetry.deleteMany({ where: { enrollmentId, stepId } });
  return count > 0;
}

/** Workspaces with steps that were to be tried again before a time and that nobody has claimed. */
export async function listNeglectedRetries(before: Date): Promise<string[]> {
  const rows = await db().$queryRaw<{ workspaceId: string }[]>`
    SELECT DISTINCT r.workspace_id::text AS "workspaceId" FROM sequence_step_retry r
    JOIN sequence_enrollment e ON e.id = r.enrollment_id
    JOIN sequence s ON s.id = e.sequence_id
    JOIN workspace w ON w.id = r.workspace_id
    WHERE r.due_at < ${before}::timestamptz AND e.status <> 'paused' AND NOT s.is_paused AND w.is_active`;
  return rows.map(({ workspaceId }) => workspaceId);
}

/** Writes down what became of a step that was tried again. */
export async function updateStepDone(
  tx: Db,
  { enrollmentId, stepId }: Retry,
  {
    result,
    ...outcome
  }: {
    status: string;
    error: string | null;
    finishedAt: Date;
    result: Prisma.InputJsonValue | undefined;
  },
): Promise<void> {
  await tx.sequenceStepDone.updateMany({
    where: { enrollmentId, stepId },
    data: { ...outcome, result: result ?? Prisma.DbNull },
  });
}
