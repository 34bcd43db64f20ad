import { v7 as uuidv7 } from "uuid";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, type Prisma } from "@/lib/platform/database";

const WITH_AUTHOR = {
  author: { select: { name: true, avatarUrl: true } },
} as const satisfies Prisma.CrmNoteInclude;

export type NoteRow = Prisma.CrmNoteGetPayload<{ include: typeof WITH_AUTHOR }>;

/** A page of the notes on a record of the scope's workspace, newest first. */
export async function listNoteRows(
  { workspaceId }: WorkspaceScope,
  recordId: string,
  { limit, after }: Slice,
): Promise<NoteRow[]> {
  return db().crmNote.findMany({
    where: {
      workspaceId,
      recordId,
      AND: beyond(after, "desc"),
    },
    include: WITH_AUTHOR,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** One note on a record of the scope's workspace; null for any other. */
export async function findNote(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  recordId: string,
  id: string,
): Promise<NoteRow | null> {
  return tx.crmNote.findFirst({ where: { id, recordId, workspaceId }, include: WITH_AUTHOR });
}

/** Adds a note of the scope's member. The caller has made sure that the record is the scope's. */
export async function insertNote(
  tx: Db,
  { workspaceId, actor }: WorkspaceScope,
  { recordId, body }: { recordId: string; body: string },
  now: Date,
): Promise<NoteRow> {
  const data = { id: uuidv7(), workspaceId, recordId, authorId: actor.developerId, body, createdAt: now };
  return tx.crmNote.create({ data, include: WITH_AUTHOR });
}

/** Gives a note another text. The caller has found it through a scope. */
export async function updateNoteRow(tx: Db, id: string, body: string, now: Date): Promise<NoteRow> {
  return tx.crmNote.update({ where: { id }, data: { body, editedAt: now }, include: WITH_AUTHOR });
}

/** Deletes a note for good. The caller has found it through a scope. */
export async function deleteNoteRow(tx: Db, id: string): Promise<void> {
  await tx.crmNote.deleteMany({ where: { id } });
}

/** Who writes, and the slug of the workspace: what a notice about a note is made of. */
export async function findNoteAuthor(
  tx: Db,
  { workspaceId, actor }: WorkspaceScope,
): Promise<{ name: string; slug: string }> {
  const [row] = await tx.$queryRaw<{ name: string; slug: string }[]>`
    SELECT d.name, w.slug FROM developer d, workspace w
    WHERE d.id = ${actor.developerId}::uuid AND w.id = ${workspaceId}::uuid`;
  if (!row) throw new Error("who writes a note is not there");
  return row;
}
