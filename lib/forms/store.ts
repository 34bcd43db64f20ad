import type { WorkspaceScope } from "@/lib/access/authorise";
import type { FieldType, FormDestination, FormField } from "@/lib/forms/schema";
import { logoColumns, type Picture, storedLogo } from "@/lib/http/logo";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, Prisma } from "@/lib/platform/database";
import { idsNamed } from "@/lib/platform/loose-sql";
import type { Form, FormSubmission } from "@/lib/platform/rows";

export type RetiredField = { key: string; label: string; type: FieldType };
type StoredForm = Omit<Form, "logo">;
export type FormRow = Omit<StoredForm, "fields" | "retiredFields" | "destination"> & {
  fields: FormField[];
  retiredFields: RetiredField[];
  destination: FormDestination | null;
};

/** What a member decides of a form. */
export type FormSettings = Pick<
  FormRow,
  | "name"
  | "description"
  | "isPublic"
  | "isIndexed"
  | "color"
  | "fields"
  | "submitLabel"
  | "thankYouText"
  | "redirectUrl"
  | "closesAt"
  | "responsesMax"
  | "destination"
  | "embedOrigins"
  | "proofOfWork"
  | "sendsReceipt"
>;

/** Forms are read without their logos, which only the page that shows one needs. */
const omit = { logo: true } as const;

// What is stored was judged by these very schemas when it was saved.
function asForm(row: StoredForm): FormRow {
  return {
    ...row,
    // Those saved before forms had pages say nothing of them.
    fields: (row.fields as FormField[]).map((field) => ({
      ...field,
      starts_page: field.starts_page ?? false,
    })),
    retiredFields: row.retiredFields as RetiredField[],
    destination: row.destination as FormDestination | null,
  };
}

function asData(settings: FormSettings) {
  return { ...settings, destination: settings.destination ?? Prisma.DbNull };
}

/** Adds a form to the workspace. */
export async function insertForm(
  tx: Db,
  scope: WorkspaceScope,
  settings: FormSettings,
  now: Date,
): Promise<FormRow> {
  const place = { workspaceId: scope.workspaceId, createdById: scope.actor.developerId, createdAt: now };
  return asForm(await tx.form.create({ omit, data: { ...asData(settings), ...place } }));
}

/** How many forms the workspace has. */
export async function countForms(tx: Db, scope: WorkspaceScope): Promise<number> {
  return tx.form.count({ where: { workspaceId: scope.workspaceId, deletedAt: null } });
}

/** A page of the workspace's forms, newest first. */
export async function listFormRows(
  scope: WorkspaceScope,
  { search, isPublic }: { search: string | undefined; isPublic: boolean | undefined },
  { limit, after }: Slice,
): Promise<FormRow[]> {
  const rows = await db().form.findMany({
    omit,
    where: {
      workspaceId: scope.workspaceId,
      deletedAt: null,
      ...(search ? { id: { in: await idsNamed(search, Prisma.sql`form`, scope.workspaceId) } } : {}),
      ...(isPublic === undefined ? {} : { isPublic }),
      AND: beyond(after, "desc"),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
  return rows.map(asForm);
}

/** A form of the workspace that is not deleted, or one that was deleted since a time; null for any other. */
export async function findForm(
  tx: Db,
  scope: WorkspaceScope,
  id: string,
  deletedSince: Date | null = null,
): Promise<FormRow | null> {
  const row = await tx.form.findFirst({
    omit,
    where: { id, workspaceId: scope.workspaceId, deletedAt: deletedSince && { gte: deletedSince } },
  });
  return row && asForm(row);
}

/** As `findForm`, held until the transaction ends. */
export async function lockForm(
  tx: Db,
  scope: WorkspaceScope,
  id: string,
  deletedSince: Date | null = null,
): Promise<FormRow | null> {
  await tx.$queryRaw`
    SELECT 1 FROM form WHERE id = ${id}::uuid AND workspace_id = ${scope.workspaceId}::uuid FOR NO KEY UPDATE`;
  return findForm(tx, scope, id, deletedSince);
}

/** Changes a form, which the caller holds. */
export async function updateFormRow(
  tx: Db,
  form: FormRow,
  settings: FormSettings & Pick<FormRow, "retiredFields">,
): Promise<FormRow> {
  const data = { ...asData(settings), version: { increment: 1 } };
  return asForm(await tx.form.update({ omit, where: { id: form.id }, data }));
}

/** Deletes or restores a form. The caller has locked it. */
export async function setFormDeleted(tx: Db, form: FormRow, deletedAt: Date | null): Promise<FormRow> {
  return asForm(await tx.form.update({ omit, where: { id: form.id }, data: { deletedAt } }));
}

/** A form that anyone may see: public, and of an active workspace. Null for every other. */
export async function findPublicForm(id: string): Promise<FormRow | null> {
  const row = await db().form.findFirst({
    omit,
    where: { id, isPublic: true, deletedAt: null, workspace: { isActive: true } },
  });
  return row && asForm(row);
}

/** The logo of a form; null if it has none. */
export async function findFormLogo(tx: Db, formId: string): Promise<Picture | null> {
  const row = await tx.form.findUnique({ where: { id: formId }, select: { logo: true, logoType: true } });
  return storedLogo(row);
}

/** Gives a form a logo, or takes it away. */
export async function updateFormLogo(tx: Db, formId: string, logo: Picture | null): Promise<void> {
  await tx.form.update({ where: { id: formId }, data: logoColumns(logo), select: { id: true } });
}

/**
 * Counts a submission that visitors sent, if the form still takes one: the row's lock gives the last place away once.
 * @returns false when the form is closed, full or gone
 */
export async function countVisit(tx: Db, formId: string, isSpam: boolean, now: Date): Promise<boolean> {
  const [counted, spam] = isSpam ? [0, 1] : [1, 0];
  const [row] = await tx.$queryRaw<{ changed: number }[]>`
    WITH counted AS (
    UPDATE form SET responses_count = responses_count + ${counted}::int, spam_count = spam_count + ${spam}::int,
                    last_submitted_at = ${now}::timestamptz
    WHERE id = ${formId}::uuid AND is_public AND deleted_at IS NULL
      AND (closes_at IS NULL OR closes_at > ${now}::timestamptz)
      AND (responses_max IS NULL OR responses_count < responses_max)
      RETURNING id
    -- While the form is held, so that whoever takes the news counts this answer, or leaves this row for the next time.
    ), news AS (
      INSERT INTO form_news (form_id, created_at)
      SELECT id, ${now}::timestamptz FROM counted WHERE NOT ${isSpam}::boolean
      ON CONFLICT DO NOTHING
    )
    SELECT count(*)::int AS changed FROM counted`;
  return row?.changed === 1;
}

/**
 * Corrects the counts after a member moved or deleted a submission. One from before the news that the form's owner still
 * waits for counts as told.
 */
export async function adjustCounts(
  tx: Db,
  { formId, createdAt }: Pick<FormSubmission, "formId" | "createdAt">,
  by: { responses: number; spam: number },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE form f SET
      responses_count = greatest(0, responses_count + ${by.responses}::int),
      told_responses = greatest(0, told_responses + CASE
        WHEN EXISTS (SELECT FROM form_news n WHERE n.form_id = f.id AND n.created_at <= ${createdAt}::timestamptz) THEN 0
        ELSE ${by.responses}::int END),
      spam_count = greatest(0, spam_count + ${by.spam}::int)
    WHERE id = ${formId}::uuid`;
}

/** Forms that were deleted before a time, oldest first. */
export async function listFormsDeletedBefore(before: Date, limit: number): Promise<string[]> {
  const rows = await db().form.findMany({
    where: { deletedAt: { lt: before } },
    orderBy: { deletedAt: "asc" },
    select: { id: true },
    take: limit,
  });
  return rows.map(({ id }) => id);
}

/** Erases deleted forms with their submissions. */
export async function eraseForms(ids: readonly string[]): Promise<void> {
  await db().form.deleteMany({ where: { id: { in: [...ids] }, deletedAt: { not: null } } });
}
