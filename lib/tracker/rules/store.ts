import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Db, db, pool } from "@/lib/platform/database";
import { bucketsOf } from "@/lib/tracker/enrichment/covered-sql";
import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import type { WrittenRule } from "@/lib/tracker/enrichment/written-rules";

/** Whose rules they are: of a workspace, or of a person. */
export type RuleOwner = { scope: WorkspaceScope } | { developerId: string };

/** By what the doings of an owner are counted. */
export function keyOfOwner(owner: RuleOwner): string {
  return "scope" in owner ? owner.scope.workspaceId : owner.developerId;
}

function whereOf(owner: RuleOwner) {
  return "scope" in owner ? { workspaceId: owner.scope.workspaceId } : { developerId: owner.developerId };
}

/** Which of some projects the rules of an owner may name. */
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

/** The rules of a workspace or a person; null where none were ever written. */
export async function findRuleSet(tx: Db, owner: RuleOwner): Promise<RuleSet | null> {
  const row = await tx.trackerRuleSet.findUnique({ where: whereOf(owner), include: { replay: true } });
  return row as unknown as RuleSet | null;
}

/** The same, made where there is none, and locked until the transaction ends. */
export async function lockRuleSet(tx: Db, owner: RuleOwner): Promise<RuleSet> {
  const where = whereOf(owner);
  // Of two who write the first rule at once, the second waits here; an upsert of the client would fail for one of them.
  await tx.trackerRuleSet.createMany({ data: where, skipDuplicates: true });
  const { id } = await tx.trackerRuleSet.findUniqueOrThrow({ where, select: { id: true } });
  await tx.$queryRaw`SELECT id FROM tracker_rule_set WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const row = await tx.trackerRuleSet.findUniqueOrThrow({ where: { id }, include: { replay: true } });
  return row as unknown as RuleSet;
}

/** Writes down a set's rules; those in force stay. @returns how many times this was done */
export async function updateDraft(tx: Db, id: string, draft: readonly WrittenRule[]): Promise<number> {
  const data = { draft: [...draft], draftVersion: { increment: 1 } };
  return (await tx.trackerRuleSet.update({ where: { id }, data, select: { draftVersion: true } }))
    .draftVersion;
}

/** Puts what is written down in force, as the next version. */
export async function applyDraft(tx: Db, { id, draft, version }: RuleSet, now: Date): Promise<void> {
  const data = { applied: [...draft], version: version + 1, appliedAt: now };
  await tx.trackerRuleSet.update({ where: { id }, data });
}

/** Has everything derived again from its beginning, by a version. */
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

/** Ends a replay that runs, of which version it is. */
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

/** A replay that runs, with whose rules they are; null where none does. */
export type RunningReplay = Replay & {
  ruleSetId: string;
  ruleSet: { workspaceId: string | null; developerId: string | null };
};

/** The replay of a set, as long as it runs. */
export async function findRunning(ruleSetId: string): Promise<RunningReplay | null> {
  return db().trackerReplay.findFirst({
    where: { ruleSetId, status: "running" },
    include: { ruleSet: { select: { workspaceId: true, developerId: true } } },
  });
}

/** Notes how far a replay is, unless it was cancelled or began again meanwhile. */
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

/** Whose samples a set's rules may hold for: people with a device that is or was on a project of its workspace. */
const PEOPLE = `
  SELECT d.developer_id FROM tracker_device d JOIN project p ON p.id = d.project_id WHERE p.workspace_id = $1::uuid
  UNION
  SELECT d.developer_id FROM tracker_past_binding b JOIN project p ON p.id = b.project_id
    JOIN tracker_device d ON d.id = b.device_id
  WHERE p.workspace_id = $1::uuid
  UNION
  SELECT id FROM developer WHERE id = $2::uuid`;

/** The person after the one that was at turn; null after the last. */
export async function nextPerson({ ruleSet, developerId }: RunningReplay): Promise<string | null> {
  const { rows } = await pool().query<{ id: string }>(
    `SELECT developer_id AS id FROM (${PEOPLE}) people
     WHERE $3::uuid IS NULL OR developer_id > $3::uuid ORDER BY developer_id LIMIT 1`,
    [ruleSet.workspaceId, ruleSet.developerId, developerId],
  );
  return rows[0]?.id ?? null;
}

/** How many samples there are of all whom a set's rules may hold for. */
export async function countSamplesOf({ ruleSet }: RunningReplay): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (${PEOPLE}) people JOIN tracker_sample s USING (developer_id)`,
    [ruleSet.workspaceId, ruleSet.developerId],
  );
  return rows[0]?.count ?? 0;
}

/** Quarters of an hour, in seconds since 1970, of somebody's newest samples up to a time, and how many these are. */
export async function listBucketsBefore(
  developerId: string,
  before: Date | null,
  samplesMax: number,
): Promise<{ buckets: number[]; samples: number }> {
  const [row] = await db().$queryRaw<{ buckets: number[]; samples: number }[]>`
    WITH s AS MATERIALIZED (
      SELECT ts, interval_s, is_point FROM tracker_sample
      WHERE developer_id = ${developerId}::uuid AND ts <= coalesce(${before}::timestamptz, 'infinity')
      ORDER BY ts DESC LIMIT ${samplesMax}::int
    )
    SELECT (SELECT count(*)::int FROM s) AS samples,
      ARRAY(
        SELECT DISTINCT n * ${BUCKET_S}::int FROM s CROSS JOIN LATERAL ${bucketsOf("s")} AS n ORDER BY 1 DESC
      ) AS buckets`;
  return row ?? { buckets: [], samples: 0 };
}

/** Quarters of an hour of a person's samples in a range, the newest first. */
export async function listBucketsIn(developerId: string, range: { from: Date; to: Date }): Promise<number[]> {
  const rows = await db().$queryRaw<{ bucket: number }[]>`
    SELECT DISTINCT n * ${BUCKET_S}::int AS bucket
    FROM tracker_sample s CROSS JOIN LATERAL ${bucketsOf("s")} AS n
    WHERE s.developer_id = ${developerId}::uuid AND s.ts > ${range.from}::timestamptz
      AND s.ts <= ${range.to}::timestamptz
    ORDER BY 1 DESC`;
  return rows.map(({ bucket }) => bucket);
}
