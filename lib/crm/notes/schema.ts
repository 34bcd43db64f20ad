import { z } from "zod";
import { NOTE_CHARS_MAX } from "@/lib/crm/notes/limits";
import { RecordParams } from "@/lib/crm/records/schema";
import { idParam, shownText, Timestamp } from "@/lib/http/fields";

export const NoteParams = RecordParams.extend({ note_id: idParam("Note") });

export const CrmNote = z
  .object({
    id: z.string(),
    record_id: z.string(),
    author_id: z.string().nullable(),
    author: z
      .object({ name: z.string(), avatar_url: z.string().nullable() })
      .nullable()
      .meta({ description: "null once the person was erased" }),
    body: z.string().meta({ description: "Markdown" }),
    created_at: Timestamp,
    edited_at: Timestamp.nullable(),
  })
  .meta({ id: "CrmNote" });
export type CrmNote = z.input<typeof CrmNote>;

export const CrmNoteBody = z
  .object({ body: shownText(NOTE_CHARS_MAX, true).min(1) })
  .meta({ id: "CrmNoteBody" });
export type CrmNoteBody = z.output<typeof CrmNoteBody>;
