import { NOTE_CHARS_MAX } from "@/lib/crm/notes/limits";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useAddNote, useDeleteNote, useEditNote, useNotes } from "@/lib/ui/crm/note-queries";
import type { CrmRecord } from "@/lib/ui/crm/queries";
import { Card } from "@/lib/ui/kit/cards/card";
import { Rows } from "@/lib/ui/kit/lists/rows";
import { Comment, CommentForm } from "@/lib/ui/kit/people/comment";
import { useWithEdited } from "@/lib/ui/kit/people/with-edited";
import shared from "./crm.module.css";
import classes from "./record.module.css";

/** What people wrote down about a record, newest first. */
export function RecordNotes({ record, isEditable }: { record: CrmRecord; isEditable: boolean }) {
  const { me, can } = useWorkspace();
  const { list: notes, setEditing } = useWithEdited(useNotes(record));
  const add = useAddNote(record);
  const edit = useEditNote(record);
  const remove = useDeleteNote(record);
  return (
    <Card id="notes" title="Notes">
      <CommentForm
        key={record.id}
        draft={`note on ${record.id} by ${me.member.developer_id}`}
        label="Write a note"
        placeholder="Write a note: what was said, what comes next"
        submitLabel="Add note"
        charsMax={NOTE_CHARS_MAX}
        isOver={!isEditable}
        onSubmit={(body) => add.mutateAsync(body)}
      />
      <Rows
        list={notes}
        what="notes"
        expected={1}
        empty={isEditable ? null : <p className={shared.small}>No notes yet.</p>}
        renderAll={(items) => (
          <ol className={classes.notes} aria-label="Notes, newest first">
            {items.map((note) => {
              const isOwn = note.author_id === me.member.developer_id;
              return (
                <li key={note.id}>
                  <Comment
                    what="note"
                    author={note.author}
                    body={note.body}
                    createdAt={note.created_at}
                    editedAt={note.edited_at}
                    charsMax={NOTE_CHARS_MAX}
                    isEditable={isEditable}
                    edit={isOwn ? (body) => edit.mutateAsync({ id: note.id, body }) : null}
                    onEditing={(isEditing) => setEditing(note, isEditing)}
                    remove={isOwn || can("can_manage_crm") ? () => remove.mutateAsync(note.id) : null}
                  />
                </li>
              );
            })}
          </ol>
        )}
      />
    </Card>
  );
}
