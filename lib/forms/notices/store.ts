import { type Db, db } from "@/lib/platform/database";

/** Forms with answers that their owners have not been notified of, the longest waiting first. */
export async function listFormNews(limit: number): Promise<string[]> {
  const rows = await db().formNews.findMany({
    select: { formId: true },
    orderBy: [{ createdAt: "asc" }, { formId: "asc" }],
    take: limit,
  });
  return rows.map(({ formId }) => formId);
}

export type FormNews = {
  workspaceId: string;
  workspaceSlug: string;
  name: string;
  ownerId: string | null;
  answers: number;
};

/**
 * Takes the news of a form: how many answers came since they were taken last. The form is held first, as each answer holds
 * it until it is there, so that none is counted late. Null for a form that is deleted, or has nothing new.
 */
export async function takeFormNews(tx: Db, formId: string): Promise<FormNews | null> {
  await tx.$queryRaw`SELECT 1 FROM form WHERE id = ${formId}::uuid FOR NO KEY UPDATE`;
  const taken = await tx.formNews.deleteMany({ where: { formId } });
  if (taken.count === 0) return null;
  const [row] = await tx.$queryRaw<FormNews[]>`
    WITH before AS (SELECT id, told_responses FROM form WHERE id = ${formId}::uuid)
    UPDATE form f SET told_responses = f.responses_count FROM before, workspace w
    WHERE f.id = before.id AND w.id = f.workspace_id AND w.is_active AND f.deleted_at IS NULL
    RETURNING f.workspace_id::text AS "workspaceId", w.slug AS "workspaceSlug", f.name,
      f.created_by_id::text AS "ownerId",
      -- Of a form that is older than these notices only the latest answer counts.
      f.responses_count - coalesce(before.told_responses, f.responses_count - 1) AS answers`;
  return row && row.answers > 0 ? row : null;
}

type ReceiptTo = { workspaceId: string; formName: string; fields: unknown; values: unknown };

/** What a receipt for answers is made of; null where the form gives none, is gone, or the answers were spam after all. */
export async function findReceipt(submissionId: string): Promise<ReceiptTo | null> {
  const [row] = await db().$queryRaw<ReceiptTo[]>`
    SELECT f.workspace_id::text AS "workspaceId", f.name AS "formName", f.fields, s."values"
    FROM form_submission s JOIN form f ON f.id = s.form_id JOIN workspace w ON w.id = f.workspace_id
    WHERE s.id = ${submissionId}::uuid AND NOT s.is_spam AND f.sends_receipt AND f.deleted_at IS NULL AND w.is_active`;
  return row ?? null;
}
