import type { WorkspaceScope } from "@/lib/access/authorise";
import type { Held, Thing } from "@/lib/first-run/sample-data/rules";
import type { SampleKind } from "@/lib/first-run/sample-data/schema";
import type { Db, Prisma } from "@/lib/platform/database";
import { SLUG_CHARS_MAX } from "@/lib/platform/limits";

export type Mark = { kind: SampleKind; id: string };

/** Marks things of the workspace as sample data. */
export async function insertMarks(
  tx: Db,
  { workspaceId, actor }: WorkspaceScope,
  marks: readonly Mark[],
  now: Date,
): Promise<void> {
  const made = { workspaceId, madeById: actor.developerId, madeAt: now };
  await tx.sampleThing.createMany({ data: marks.map(({ kind, id }) => ({ ...made, kind, thingId: id })) });
}

/** What of the workspace is sample data, with when and by whom it was made. */
export async function listMarks(tx: Db, { workspaceId }: WorkspaceScope) {
  const rows = await tx.sampleThing.findMany({
    where: { workspaceId },
    select: { kind: true, thingId: true, madeAt: true, madeBy: { select: { name: true } } },
    orderBy: [{ kind: "asc" }, { thingId: "asc" }],
  });
  return rows.map(({ kind, thingId, ...made }) => ({ kind: kind as SampleKind, id: thingId, ...made }));
}

/** Forgets what was sample data. */
export async function deleteMarks(tx: Db, { workspaceId }: WorkspaceScope): Promise<void> {
  await tx.sampleThing.deleteMany({ where: { workspaceId } });
}

const idsOf = (marks: readonly Mark[], kind: SampleKind) =>
  marks.filter((mark) => mark.kind === kind).map(({ id }) => id);

/**
 * Holds what people can add something of their own to until the transaction ends, in the order of locks (lib/README.md):
 * nothing is added below a thing while it is removed. The caller has locked the workspace.
 */
export async function lockThings(tx: Db, marks: readonly Mark[]): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM project WHERE id = ANY(${idsOf(marks, "project")}::uuid[]) ORDER BY id FOR UPDATE`;
  await tx.$queryRaw`SELECT 1 FROM task WHERE id = ANY(${idsOf(marks, "task")}::uuid[]) ORDER BY id FOR UPDATE`;
  await tx.$queryRaw`
    SELECT 1 FROM project_request WHERE id = ANY(${idsOf(marks, "request")}::uuid[]) ORDER BY id FOR UPDATE`;
  await tx.$queryRaw`SELECT 1 FROM data_table WHERE id = ANY(${idsOf(marks, "table")}::uuid[]) ORDER BY id FOR UPDATE`;
  await tx.$queryRaw`SELECT 1 FROM crm_record WHERE id = ANY(${idsOf(marks, "record")}::uuid[]) ORDER BY id FOR UPDATE`;
  await tx.$queryRaw`SELECT 1 FROM webhook WHERE id = ANY(${idsOf(marks, "webhook")}::uuid[]) ORDER BY id FOR UPDATE`;
  await tx.$queryRaw`SELECT 1 FROM form WHERE id = ANY(${idsOf(marks, "form")}::uuid[]) ORDER BY id FOR UPDATE`;
}

/** The sample things that still exist, each with the others it depends on. */
export async function listThings(tx: Db, { workspaceId }: WorkspaceScope): Promise<Thing[]> {
  return tx.$queryRaw<Thing[]>`
    WITH mark AS MATERIALIZED (SELECT kind, thing_id AS id FROM sample_thing WHERE workspace_id = ${workspaceId}::uuid)
    SELECT m.kind, r.id::text, r.title AS name,
      ARRAY(SELECT v.value FROM jsonb_each_text(r.values) v JOIN mark n ON n.kind = 'record' AND n.id::text = v.value)
        AS needs
    FROM mark m JOIN crm_record r ON m.kind = 'record' AND r.id = m.id
    WHERE r.workspace_id = ${workspaceId}::uuid AND r.deleted_at IS NULL
    UNION ALL
    SELECT m.kind, p.id::text, p.name, '{}' FROM mark m JOIN project p ON m.kind = 'project' AND p.id = m.id
    WHERE p.workspace_id = ${workspaceId}::uuid
    UNION ALL
    SELECT m.kind, t.id::text, t.title, ARRAY[t.project_id::text] FROM mark m JOIN task t ON m.kind = 'task' AND t.id = m.id
    WHERE t.workspace_id = ${workspaceId}::uuid
    UNION ALL
    SELECT m.kind, q.id::text, q.title, ARRAY[q.project_id::text]
    FROM mark m JOIN project_request q ON m.kind = 'request' AND q.id = m.id
    WHERE q.workspace_id = ${workspaceId}::uuid
    UNION ALL
    SELECT m.kind, f.id::text, f.name, '{}' FROM mark m JOIN form f ON m.kind = 'form' AND f.id = m.id
    WHERE f.workspace_id = ${workspaceId}::uuid AND f.deleted_at IS NULL
    UNION ALL
    SELECT m.kind, d.id::text, d.name, '{}' FROM mark m JOIN data_table d ON m.kind = 'table' AND d.id = m.id
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.deleted_at IS NULL
    UNION ALL
    SELECT m.kind, w.id::text, w.name, '{}' FROM mark m JOIN webhook w ON m.kind = 'webhook' AND w.id = m.id
    WHERE w.workspace_id = ${workspaceId}::uuid AND w.deleted_at IS NULL`;
}

/**
 * The sample things that contain something of the members' own, each with the first reason: what was added below them,
 * or what refers to them. A changed value of their own does not count.
 * @param sampleUrl where the sample's webhook leads as long as nobody has started to use it
 */
export async function listHeld(tx: Db, { workspaceId }: WorkspaceScope, sampleUrl: string): Promise<Held[]> {
  const id = workspaceId;
  return tx.$queryRaw<Held[]>`
    WITH mark AS MATERIALIZED (SELECT kind, thing_id AS id FROM sample_thing WHERE workspace_id = ${id}::uuid),
    referring AS MATERIALIZED (
      SELECT a.id FROM crm_attribute a JOIN crm_object o ON o.id = a.object_id
      WHERE o.workspace_id = ${id}::uuid AND a.type = 'reference'
    ), held AS (
      SELECT m.kind, r.id, r.title AS name, CASE
        WHEN EXISTS (SELECT 1 FROM crm_note n WHERE n.record_id = r.id) THEN 'Someone wrote notes about it'
        WHEN EXISTS (SELECT 1 FROM crm_task t WHERE t.record_id = r.id) THEN 'There are tasks about it'
        WHEN EXISTS (SELECT 1 FROM sequence_enrollment e WHERE e.record_id = r.id AND e.is_open)
          THEN 'It is in a sequence'
        WHEN EXISTS (SELECT 1 FROM referring JOIN crm_value_key k ON k.attribute_id = referring.id
          WHERE k.key = r.id::text COLLATE "C" AND NOT EXISTS (SELECT 1 FROM mark n WHERE n.id = k.record_id))
          THEN 'Other records refer to it'
      END AS reason
      FROM mark m JOIN crm_record r ON m.kind = 'record' AND r.id = m.id
      WHERE r.workspace_id = ${id}::uuid AND r.deleted_at IS NULL
      UNION ALL
      SELECT m.kind, p.id, p.name, CASE
        WHEN EXISTS (SELECT 1 FROM task t WHERE t.project_id = p.id AND NOT EXISTS (SELECT 1 FROM mark n WHERE n.id = t.id))
          THEN 'Someone added tasks'
        WHEN EXISTS (SELECT 1 FROM project_request q WHERE q.project_id = p.id
          AND NOT EXISTS (SELECT 1 FROM mark n WHERE n.id = q.id)) THEN 'Visitors filed requests'
        WHEN EXISTS (SELECT 1 FROM tracker_device d WHERE d.project_id = p.id) THEN 'Devices track time on it'
        WHEN EXISTS (SELECT 1 FROM tracker_past_binding b WHERE b.project_id = p.id) THEN 'Devices tracked time on it'
      END
      FROM mark m JOIN project p ON m.kind = 'project' AND p.id = m.id WHERE p.workspace_id = ${id}::uuid
      UNION ALL
      SELECT m.kind, t.id, t.title, CASE
        WHEN EXISTS (SELECT 1 FROM task_activity a WHERE a.task_id = t.id AND a.kind = 'comment')
          THEN 'Someone commented on it'
        WHEN EXISTS (SELECT 1 FROM task_link l WHERE l.task_id = t.id) THEN 'Commits refer to it'
        WHEN EXISTS (SELECT 1 FROM project_request q WHERE q.task_id = t.id
          AND NOT EXISTS (SELECT 1 FROM mark n WHERE n.id = q.id)) THEN 'A request leads to it'
      END
      FROM mark m JOIN task t ON m.kind = 'task' AND t.id = m.id WHERE t.workspace_id = ${id}::uuid
      UNION ALL
      SELECT m.kind, q.id, q.title, CASE
        WHEN EXISTS (SELECT 1 FROM project_request_comment c WHERE c.request_id = q.id) THEN 'Someone commented on it'
        WHEN EXISTS (SELECT 1 FROM project_request d WHERE d.merged_into_id = q.id
          AND NOT EXISTS (SELECT 1 FROM mark n WHERE n.id = d.id)) THEN 'Another request was merged into it'
      END
      FROM mark m JOIN project_request q ON m.kind = 'request' AND q.id = m.id WHERE q.workspace_id = ${id}::uuid
      UNION ALL
      SELECT m.kind, f.id, f.name, CASE
        WHEN EXISTS (SELECT 1 FROM form_submission s WHERE s.form_id = f.id
          AND NOT EXISTS (SELECT 1 FROM mark n WHERE n.id = s.id)) THEN 'Visitors answered it'
        WHEN EXISTS (SELECT 1 FROM automation a WHERE a.form_id = f.id) THEN 'An automation starts with it'
      END
      FROM mark m JOIN form f ON m.kind = 'form' AND f.id = m.id
      WHERE f.workspace_id = ${id}::uuid AND f.deleted_at IS NULL
      UNION ALL
      SELECT m.kind, d.id, d.name, CASE
        WHEN EXISTS (SELECT 1 FROM data_row r WHERE r.table_id = d.id AND r.deleted_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM mark n WHERE n.id = r.id)) THEN 'Someone added rows'
        WHEN EXISTS (SELECT 1 FROM share_link l WHERE l.table_id = d.id AND l.revoked_at IS NULL) THEN 'It is shared by link'
        WHEN EXISTS (SELECT 1 FROM form f WHERE f.workspace_id = ${id}::uuid AND f.deleted_at IS NULL
          AND f.destination ->> 'table_id' = d.id::text) THEN 'A form fills it'
      END
      FROM mark m JOIN data_table d ON m.kind = 'table' AND d.id = m.id
      WHERE d.workspace_id = ${id}::uuid AND d.deleted_at IS NULL
      UNION ALL
      SELECT m.kind, w.id, w.name, CASE WHEN w.url <> ${sampleUrl} THEN 'It sends to an address of yours' END
      FROM mark m JOIN webhook w ON m.kind = 'webhook' AND w.id = m.id
      WHERE w.workspace_id = ${id}::uuid AND w.deleted_at IS NULL
    )
    SELECT kind, id::text, name, reason FROM held WHERE reason IS NOT NULL`;
}

type Quarter = { bucket: Date; category: string; seconds: number };

/**
 * Gives a developer a week of time on a project, unless they have any tracked time or a device already: what was really
 * tracked is never mixed with samples. @returns how many quarters of an hour
 */
export async function insertWeek(
  tx: Db,
  developerId: string,
  projectId: string,
  quarters: readonly Quarter[],
): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO tracker_bucket (developer_id, bucket, place, seconds, project_id, category)
    SELECT ${developerId}::uuid, bucket, 0, seconds, ${projectId}::uuid, category
    FROM jsonb_to_recordset(${JSON.stringify(quarters)}::jsonb)
      AS given(bucket timestamptz, category text, seconds smallint)
    WHERE NOT EXISTS (SELECT 1 FROM tracker_bucket b WHERE b.developer_id = ${developerId}::uuid)
      AND NOT EXISTS (SELECT 1 FROM tracker_device d WHERE d.developer_id = ${developerId}::uuid)
    ON CONFLICT DO NOTHING`;
}

/** Takes back the time that `insertWeek` gave, but for quarters of an hour that were tracked since. */
export async function deleteWeeks(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  marks: readonly Mark[],
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM tracker_bucket b USING project p
    WHERE b.developer_id = ANY(${idsOf(marks, "week")}::uuid[]) AND p.id = b.project_id
      AND p.id = ANY(${idsOf(marks, "project")}::uuid[]) AND p.workspace_id = ${workspaceId}::uuid
      AND NOT EXISTS (SELECT 1 FROM tracker_event_sample s WHERE s.developer_id = b.developer_id
        AND s.ts > b.bucket AND s.ts <= b.bucket + interval '15 minutes')`;
}

/** Deletes a sample's tasks and requests, then its project; each where it is named. */
export async function deleteProjects(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  marks: readonly Mark[],
): Promise<void> {
  const within = (kind: SampleKind) => ({ workspaceId, id: { in: idsOf(marks, kind) } });
  await tx.projectRequest.deleteMany({ where: within("request") });
  await tx.task.deleteMany({ where: within("task") });
  await tx.project.deleteMany({ where: within("project") });
}

/** Deletes answers of the sample's form, which counts them no more. */
export async function deleteSubmissions(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  marks: readonly Mark[],
): Promise<void> {
  await tx.$executeRaw`
    WITH gone AS (
      DELETE FROM form_submission
      WHERE id = ANY(${idsOf(marks, "submission")}::uuid[]) AND workspace_id = ${workspaceId}::uuid
      RETURNING form_id, is_spam
    ), counted AS (
      SELECT form_id, count(*) FILTER (WHERE NOT is_spam)::int AS answers, count(*) FILTER (WHERE is_spam)::int AS spam
      FROM gone GROUP BY form_id
    )
    UPDATE form f SET responses_count = f.responses_count - counted.answers, told_responses = greatest(0, f.told_responses - counted.answers), spam_count = f.spam_count - counted.spam
    FROM counted WHERE f.id = counted.form_id`;
}

/** Deletes forms, tables and webhooks of the sample as people do it: the first two can be restored for a while. */
export async function deleteContainers(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  marks: readonly Mark[],
  now: Date,
): Promise<void> {
  const within = (kind: SampleKind) => ({ workspaceId, deletedAt: null, id: { in: idsOf(marks, kind) } });
  await tx.dataTable.updateMany({ where: within("table"), data: { deletedAt: now, updatedAt: now } });
  const isOff = { isActive: false, secretEncrypted: "", headersEncrypted: null };
  await tx.webhook.updateMany({
    where: within("webhook"),
    data: { ...isOff, deletedAt: now, updatedAt: now },
  });
  await tx.form.updateMany({ where: within("form"), data: { deletedAt: now } });
}

type RequestRow = Prisma.ProjectRequestCreateManyInput & { id: string; authorId: string };

/** Adds requests, each with its author's vote. */
export async function insertRequests(tx: Db, rows: readonly RequestRow[]): Promise<void> {
  await tx.projectRequest.createMany({ data: [...rows] });
  await tx.projectRequestVote.createMany({
    data: rows.map(({ id, authorId, createdAt }) => ({ requestId: id, developerId: authorId, createdAt })),
  });
}

/** Adds answers to a form, and counts them. */
export async function insertSubmissions(
  tx: Db,
  formId: string,
  rows: Prisma.FormSubmissionCreateManyInput[],
  lastSubmittedAt: Date,
): Promise<void> {
  await tx.formSubmission.createMany({ data: rows });
  await tx.form.update({
    where: { id: formId },
    data: { responsesCount: rows.length, toldResponses: rows.length, lastSubmittedAt },
  });
}

/** Stores deliveries that ended in the past. None is due, so none is ever sent automatically. */
export async function insertDeliveries(
  tx: Db,
  deliveries: Prisma.WebhookDeliveryCreateManyInput[],
  attempts: Prisma.WebhookAttemptCreateManyInput[],
): Promise<void> {
  await tx.webhookDelivery.createMany({ data: deliveries });
  await tx.webhookAttempt.createMany({ data: attempts });
}

/** Which of these are records of the workspace that nobody has deleted, with the slugs of their objects. */
export async function listLiveRecords(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  ids: readonly string[],
): Promise<{ id: string; objectSlug: string }[]> {
  const rows = await tx.crmRecord.findMany({
    where: { id: { in: [...ids] }, workspaceId, deletedAt: null },
    select: { id: true, object: { select: { slug: true } } },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id, object }) => ({ id, objectSlug: object.slug }));
}

/** Which of these are rows of the workspace's tables that nobody has deleted. */
export async function listLiveRows(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  ids: readonly string[],
): Promise<{ id: string; tableId: string }[]> {
  return tx.dataRow.findMany({
    where: { id: { in: [...ids] }, deletedAt: null, table: { workspaceId } },
    select: { id: true, tableId: true },
    orderBy: { id: "asc" },
  });
}

/**
 * A slug, a key and a public address that are free for a project: the base, with a number behind where it is taken. Public
 * addresses are everybody's, so this one begins with the workspace's.
 */
export async function findFreeNames(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  base: string,
): Promise<{ slug: string; key: string; publicSlug: string }> {
  const { slug: workspaceSlug } = await tx.workspace.findUniqueOrThrow({
    where: { id: workspaceId },
    select: { slug: true },
  });
  const own = await tx.project.findMany({
    where: { workspaceId },
    select: { slug: true, key: true, publicSlug: true },
  });
  const taken = new Set(own.flatMap(({ slug, key, publicSlug }) => [slug, key, publicSlug]));
  for (let number = 1; ; number++) {
    const key = number === 1 ? base : `${base}${number}`;
    const slug = key.toLowerCase();
    const room = SLUG_CHARS_MAX - slug.length - 1;
    const publicSlug = `${workspaceSlug.slice(0, room).replace(/-+$/, "")}-${slug}`;
    const names = { key, slug, publicSlug };
    if (Object.values(names).some((name) => taken.has(name))) continue;
    if ((await tx.project.count({ where: { publicSlug } })) === 0) return names;
  }
}
