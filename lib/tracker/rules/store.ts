import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Db, db, Prisma, pool } from "@/lib/platform/database";
import { bucketsOf, mayCover } from "@/lib/tracker/enrichment/covered-sql";
import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import type { WrittenRule } from "@/lib/tracker/enrichment/written-rules";

/** The owner of a rule set: a workspace or a person. */
export type RuleOwner = { scope: WorkspaceScope } | { developerId: string };

/** The key under which an owner's requests are rate limited. */
export function keyOfOwner(owner: RuleOwner): string {
  return "scope" in owner ? owner.scope.workspaceId : owner.developerId;
}

function whereOf(owner: RuleOwner) {
  return "scope" in owner ? { workspaceId: owner.scope.workspaceId } : { developerId: owner.developerId };
}

/** Which of the given projects an owner's rules may name. */
export async function findProjectsOf(tx: Db, owner: RuleOwner, ids: readonly string[]): Promise<string[]> {
  const theirs =
    "scope" in owner
      ? { workspaceId: owner.scope.workspaceId }
      : {
          members: { some: { developerId: owner.developerId } },
          workspace: { members: { some: { developerId: owner.developerId, status: "active" } } },
        };
  const rows = await tx.project.findMany({
    where: { id: { in: [...ids] }, ...theirs },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** A set of rules as stored. */
export type RuleSet = {
  id: string;
  draft: WrittenRule[];
  draftVersion: number;
  applied: WrittenRule[];
  version: number;
  appliedAt: Date | null;
  replay: Replay | null;
};
type Replay = {
  version: number;
  status: string;
  startedAt: Date;
  endedAt: Date | null;
  developerId: string | null;
  before: Date | null;
  samplesDone: number;
  samplesTotal: number | null;
};

/** The rules of a workspace or a person; null if they never wrote any. */
export async function findRuleSet(tx: Db, owner: RuleOwner): Promise<RuleSet | null> {
  const row = await tx.trackerRuleSet.findUnique({ where: whereOf(owner), include: { replay: true } });
  return row as unknown as RuleSet | null;
}

/** The same, created if missing, and locked until the transaction ends. */
export async function lockRuleSet(tx: Db, owner: RuleOwner): Promise<RuleSet> {
  const where = whereOf(owner);
  // If two callers write the first rule at once, the second waits here; Prisma's upsert would fail for one of them.
  await tx.trackerRuleSet.createMany({ data: where, skipDuplicates: true });
  const { id } = await tx.trackerRuleSet.findUniqueOrThrow({ where, select: { id: true } });
  await tx.$queryRaw`SELECT id FROM tracker_rule_set WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const row = await tx.trackerRuleSet.findUniqueOrThrow({ where: { id }, include: { replay: true } });
  return row as unknown as RuleSet;
}

/** Saves a set's draft; the rules in force stay. @returns the draft's new version */
export async function updateDraft(tx: Db, id: string, draft: readonly WrittenRule[]): Promise<number> {
  const data = { draft: [...draft], draftVersion: { increment: 1 } };
  return (await tx.trackerRuleSet.update({ where: { id }, data, select: { draftVersion: true } }))
    .draftVersion;
}

/** Puts the draft in force as the next version. */
export async function applyDraft(tx: Db, { id, draft, version }: RuleSet, now: Date): Promise<void> {
  const data = { applied: [...draft], version: version + 1, appliedAt: now };
  await tx.trackerRuleSet.update({ where: { id }, data });
}

/** Starts a replay from the beginning, by the given version. */
export async function beginReplay(tx: Db, ruleSetId: string, version: number, now: Date): Promise<void> {
  const data = {
    version,
    status: "running",
    startedAt: now,
    endedAt: null,
    developerId: null,
    before: null,
    samplesDone: 0,
    samplesTotal: null,
  };
  await tx.trackerReplay.upsert({ where: { ruleSetId }, create: { ruleSetId, ...data }, update: data });
}

/** Ends a replay, if it is still running for this version. */
export async function endReplay(
  tx: Db,
  ruleSetId: string,
  version: number,
  status: "done" | "cancelled",
  now: Date,
): Promise<void> {
  const data = { status, endedAt: now };
  await tx.trackerReplay.updateMany({ where: { ruleSetId, version, status: "running" }, data });
}

/** A running replay, with its rule set. */
export type RunningReplay = Replay & {
  ruleSetId: string;
  ruleSet: { workspaceId: string | null; developerId: string | null };
};

/** A set's running replay; null if there is none. */
export async function findRunning(ruleSetId: string): Promise<RunningReplay | null> {
  return db().trackerReplay.findFirst({
    where: { ruleSetId, status: "running" },
    include: { ruleSet: { select: { workspaceId: true, developerId: true } } },
  });
}

/** Saves a replay's progress, unless it was cancelled or restarted meanwhile. */
export async function moveReplay(
  { ruleSetId, version, startedAt }: RunningReplay,
  data: {
    developerId?: string | null;
    before?: Date | null;
    samplesDone?: { increment: number };
    samplesTotal?: number;
  },
): Promise<boolean> {
  const where = { ruleSetId, version, startedAt, status: "running" };
  return (await db().trackerReplay.updateMany({ where, data })).count > 0;
}

/** The people whom a rule set may concern: those with a device that is or was on a project of its workspace. */
const PEOPLE = `
  SELECT d.developer_id FROM tracker_device d JOIN project p ON p.id = d.project_id WHERE p.workspace_id = $1::uuid
  UNION
  SELECT d.developer_id FROM tracker_past_binding b JOIN project p ON p.id = b.project_id
    JOIN tracker_device d ON d.id = b.device_id
  WHERE p.workspace_id = $1::uuid
  UNION
  SELECT id FROM developer WHERE id = $2::uuid`;

/** The person after the replay's current one; null after the last. */
export async function nextPerson({ ruleSet, developerId }: RunningReplay): Promise<string | null> {
  const { rows } = await pool().query<{ id: string }>(
    `SELECT developer_id AS id FROM (${PEOPLE}) people
     WHERE $3::uuid IS NULL OR developer_id > $3::uuid ORDER BY developer_id LIMIT 1`,
    [ruleSet.workspaceId, ruleSet.developerId, developerId],
  );
  return rows[0]?.id ?? null;
}

/** How many samples there are of everybody whom a rule set may concern. */
export async function countSamplesOf({ ruleSet }: RunningReplay): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (${PEOPLE}) people JOIN tracker_event_sample s USING (developer_id)`,
    [ruleSet.workspaceId, ruleSet.developerId],
  );
  return rows[0]?.count ?? 0;
}

/**
 * The quarters of an hour, in seconds since 1970, of a person's newest samples up to a time, and how many samples these
 * are.
 */
export async function listBucketsBefore(
  developerId: string,
  before: Date | null,
  samplesMax: number,
): Promise<{ buckets: number[]; samples: number }> {
  const [row] = await db().$queryRaw<{ buckets: number[]; samples: number }[]>`
    WITH s AS MATERIALIZED (
      SELECT ts, interval_s, is_point FROM tracker_event_sample
      WHERE developer_id = ${developerId}::uuid AND ts <= coalesce(${before}::timestamptz, 'infinity')
      ORDER BY ts DESC LIMIT ${samplesMax}::int
    )
    SELECT (SELECT count(*)::int FROM s) AS samples,
      ARRAY(
        SELECT DISTINCT n * ${BUCKET_S}::int FROM s CROSS JOIN LATERAL ${bucketsOf("s")} AS n ORDER BY 1 DESC
      ) AS buckets`;
  return row ?? { buckets: [], samples: 0 };
}

/** The quarters of an hour of a person's samples that may cover time in a range, the newest first. */
export async function listBucketsIn(developerId: string, range: { from: Date; to: Date }): Promise<number[]> {
  const { from, to } = range;
  const covers = mayCover("s", Prisma.sql`${from}::timestamptz`, Prisma.sql`${to}::timestamptz`);
  const rows = await db().$queryRaw<{ bucket: number }[]>`
    SELECT DISTINCT n * ${BUCKET_S}::int AS bucket
    FROM tracker_event_sample s CROSS JOIN LATERAL ${bucketsOf("s")} AS n
    WHERE s.developer_id = ${developerId}::uuid AND ${covers}
    ORDER BY 1 DESC`;
  return rows.map(({ bucket }) => bucket);
}
