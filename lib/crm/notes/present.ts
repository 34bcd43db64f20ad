import type { CrmNote } from "@/lib/crm/notes/schema";
import type { NoteRow } from "@/lib/crm/notes/store";

/** A note on a record, as the members of its workspace see it. */
export function presentNote(row: NoteRow): CrmNote {
  return {
    id: row.id,
    record_id: row.recordId,
    author_id: row.authorId,
    author: row.author && { name: row.author.name, avatar_url: row.author.avatarUrl },
    body: row.body,
    created_at: row.createdAt.toISOString(),
    edited_at: row.editedAt?.toISOString() ?? null,
  };
}
