import type { WorkspaceScope } from "@/lib/access/authorise";
import type { FormValues } from "@/lib/forms/rules";
import type {
  CountsQuery,
  SpamReason,
  SubmissionCounts,
  SubmissionsFilter,
} from "@/lib/forms/submissions/schema";
import type { Slice } from "@/lib/http/paging";
import { type Db, db, escapeLike, Prisma } from "@/lib/platform/database";
import type { FormSubmission, FormUpload } from "@/lib/platform/rows";

type NewSubmission = Pick<
  FormSubmission,
  "id" | "workspaceId" | "formId" | "isSpam" | "fingerprint" | "challenge" | "createdAt"
> & { values: FormValues; spamReasons: SpamReason[] };

type DeliveryStatus = "none" | "done" | "failed";
export type Delivery = { status: DeliveryStatus; recordId: string | null; error: string | null };

type SubmissionFileRow = Pick<
  FormUpload,
  "id" | "fieldKey" | "fileName" | "contentType" | "byteSize" | "status"
>;
export type SubmissionRow = Pick<FormSubmission, "id" | "workspaceId" | "formId" | "isSpam" | "createdAt"> & {
  values: FormValues;
  spamReasons: SpamReason[];
  deliveryStatus: DeliveryStatus;
  deliveryRecordId: string | null;
  deliveryError: string | null;
  toldAt: Date | null;
  uploads: SubmissionFileRow[];
};

/** Stores a submission. @throws on a challenge that was used already */
export async function insertSubmission(tx: Db, submission: NewSubmission): Promise<void> {
  await tx.formSubmission.create({ data: submission, select: { id: true } });
}

/** Records that a submission was processed, and the result. */
export async function settleSubmission(tx: Db, id: string, delivery: Delivery, now: Date): Promise<void> {
  await tx.formSubmission.update({
    where: { id },
    data: {
      toldAt: now,
      deliveryStatus: delivery.status,
      deliveryRecordId: delivery.recordId,
      deliveryError: delivery.error,
    },
    select: { id: true },
  });
}

/** Whether a form got a submission with this fingerprint since a time. */
export async function hasLike(formId: string, fingerprint: string, since: Date): Promise<boolean> {
  const found = await db().formSubmission.findFirst({
    where: { formId, fingerprint, createdAt: { gte: since } },
    select: { id: true },
  });
  return found !== null;
}

/** Whether a form got exactly these answers as the submission with this id. */
export async function hasSame(formId: string, id: string, values: FormValues): Promise<boolean> {
  return (await db().formSubmission.count({ where: { id, formId, values: { equals: values } } })) > 0;
}

function matching({ status, since, until, field, contains }: SubmissionsFilter): Prisma.Sql {
  const conditions = [
    ...(status ? [Prisma.sql`s.is_spam = ${status === "spam"}`] : []),
    ...(since ? [Prisma.sql`s.created_at >= ${new Date(since)}::timestamptz`] : []),
    ...(until ? [Prisma.sql`s.created_at < ${new Date(until)}::timestamptz`] : []),
  ];
  if (contains) {
    const pattern = `%${escapeLike(contains)}%`;
    const ofField = field ? Prisma.sql`AND v.key = ${field}` : Prisma.empty;
    conditions.push(
      Prisma.sql`EXISTS (SELECT 1 FROM jsonb_each_text(s.values) v WHERE v.value ILIKE ${pattern} ${ofField})`,
    );
  } else if (field) {
    conditions.push(Prisma.sql`jsonb_exists(s.values, ${field})`);
  }
  return conditions.length === 0 ? Prisma.empty : Prisma.sql`AND ${Prisma.join(conditions, " AND ")}`;
}

/** A page of a form's submissions with their files, newest first. */
export async function listSubmissionRows(
  form: { id: string; workspaceId: string },
  filter: SubmissionsFilter,
  { limit, after }: Slice,
): Promise<SubmissionRow[]> {
  const beyond = after
    ? Prisma.sql`AND (s.created_at, s.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : Prisma.empty;
  return selectSubmissions(
    db(),
    Prisma.sql`s.form_id = ${form.id}::uuid AND s.workspace_id = ${form.workspaceId}::uuid
      ${matching(filter)} ${beyond}
    ORDER BY s.created_at DESC, s.id DESC LIMIT ${limit}`,
  );
}

function selectSubmissions(tx: Db, rest: Prisma.Sql): Promise<SubmissionRow[]> {
  return tx.$queryRaw<SubmissionRow[]>`
    SELECT s.id::text, s.workspace_id::text AS "workspaceId", s.form_id::text AS "formId", s.values,
           s.is_spam AS "isSpam", coalesce(s.spam_reasons, '{}') AS "spamReasons",
           s.delivery_status AS "deliveryStatus",
           s.delivery_record_id::text AS "deliveryRecordId", s.delivery_error AS "deliveryError",
           s.told_at AS "toldAt", s.created_at AS "createdAt",
           (SELECT coalesce(json_agg(json_build_object('id', u.id, 'fieldKey', u.field_key, 'fileName', u.file_name,
              'contentType', u.content_type, 'byteSize', u.byte_size, 'status', u.status) ORDER BY u.id), '[]')
            FROM form_upload u WHERE u.submission_id = s.id) AS uploads
    FROM form_submission s WHERE ${rest}`;
}

/** A submission of a form of the workspace; null for any other. */
export async function findSubmission(
  tx: Db,
  scope: WorkspaceScope,
  formId: string,
  id: string,
): Promise<SubmissionRow | null> {
  const [row] = await selectSubmissions(
    tx,
    Prisma.sql`s.id = ${id}::uuid AND s.form_id = ${formId}::uuid AND s.workspace_id = ${scope.workspaceId}::uuid`,
  );
  return row ?? null;
}

/** As `findSubmission`, held until the transaction ends. */
export async function lockSubmission(
  tx: Db,
  scope: WorkspaceScope,
  formId: string,
  id: string,
): Promise<SubmissionRow | null> {
  await tx.$queryRaw`SELECT 1 FROM form_submission WHERE id = ${id}::uuid FOR UPDATE`;
  return findSubmission(tx, scope, formId, id);
}

/** Moves a submission into or out of the spam. The caller holds it. */
export async function setSpam(
  tx: Db,
  id: string,
  isSpam: boolean,
  spamReasons: readonly SpamReason[],
): Promise<void> {
  await tx.formSubmission.update({
    where: { id },
    data: { isSpam, spamReasons: [...spamReasons] },
    select: { id: true },
  });
}

/** Deletes a submission for good. The caller holds it. */
export async function deleteSubmissionRow(tx: Db, id: string): Promise<void> {
  await tx.formSubmission.deleteMany({ where: { id } });
}

/**
 * How many submissions came on each of the last days of a zone's calendar, today's included, oldest first. A day more is
 * read: of a midnight that clocks show twice, Postgres would take the second.
 */
export async function countByDay(
  form: { id: string },
  { days, zone }: CountsQuery,
  now: Date,
): Promise<SubmissionCounts["days"]> {
  return db().$queryRaw<SubmissionCounts["days"]>`
    WITH span AS (
      SELECT today - ${days - 1}::int AS first, today FROM (SELECT (${now}::timestamptz AT TIME ZONE ${zone})::date AS today) t
    ), counted AS (
      SELECT (s.created_at AT TIME ZONE ${zone})::date AS day,
        count(*) FILTER (WHERE NOT s.is_spam)::int AS accepted, count(*) FILTER (WHERE s.is_spam)::int AS spam
      FROM form_submission s, span
      WHERE s.form_id = ${form.id}::uuid AND s.created_at >= (span.first - 1)::timestamp AT TIME ZONE ${zone}
      GROUP BY 1
    )
    SELECT to_char(d, 'YYYY-MM-DD') AS day, coalesce(c.accepted, 0) AS accepted, coalesce(c.spam, 0) AS spam
    FROM span, generate_series(span.first, span.today, interval '1 day') AS d LEFT JOIN counted c ON c.day = d::date
    ORDER BY d`;
}

type AnswerCount = { key: string; value: string; count: number };
type AnswerText = { key: string; text: string };
export type Answers = {
  submissions: number;
  answered: Record<string, number>;
  counts: AnswerCount[];
  texts: AnswerText[];
};

/**
 * What the newest submissions of a form that are no spam answer: how many each question, how often each value of those
 * in `counted`, the most given first, and the last texts of the others. One statement over at most `submissionsMax` rows
 * and one more that tells of others.
 */
export async function summariseAnswers(
  form: { id: string; workspaceId: string },
  counted: readonly string[],
  [submissionsMax, textsMax]: readonly [number, number],
): Promise<Answers> {
  const [row] = await db().$queryRaw<Answers[]>`
    WITH newest AS MATERIALIZED (
      SELECT s.values, row_number() OVER (ORDER BY s.created_at DESC, s.id DESC) AS place
      FROM form_submission s
      WHERE s.form_id = ${form.id}::uuid AND s.workspace_id = ${form.workspaceId}::uuid AND NOT s.is_spam
      ORDER BY s.created_at DESC, s.id DESC LIMIT ${submissionsMax + 1}
    ), answers AS MATERIALIZED (
      SELECT v.key, v.value, n.place FROM newest n, jsonb_each(n.values) v
      WHERE n.place <= ${submissionsMax} AND v.value NOT IN ('null'::jsonb, '""'::jsonb, '[]'::jsonb)
    ), parts AS (
      SELECT a.key, e.value FROM answers a, jsonb_array_elements_text(
        CASE jsonb_typeof(a.value) WHEN 'array' THEN a.value ELSE jsonb_build_array(a.value) END) AS e(value)
      WHERE a.key = ANY(${[...counted]}::text[])
    ), counts AS (
      SELECT key, value, count(*)::int AS count FROM parts GROUP BY key, value
    ), texts AS (
      SELECT key, value #>> '{}' AS text, place, row_number() OVER (PARTITION BY key ORDER BY place) AS rank
      FROM answers WHERE NOT key = ANY(${[...counted]}::text[]) AND jsonb_typeof(value) = 'string'
    )
    SELECT
      (SELECT count(*)::int FROM newest) AS submissions,
      (SELECT coalesce(jsonb_object_agg(key, n), '{}') FROM (
        SELECT key, count(*)::int AS n FROM answers GROUP BY key) AS a) AS answered,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('key', key, 'value', value, 'count', count) ORDER BY key, count DESC, value), '[]')
       FROM counts) AS counts,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('key', key, 'text', text) ORDER BY key, rank), '[]')
       FROM texts WHERE rank <= ${textsMax}) AS texts`;
  if (!row) throw new Error("a summary has one row");
  return row;
}
