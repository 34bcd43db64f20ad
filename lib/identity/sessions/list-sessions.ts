import type { Actor } from "@/lib/access/actor";
import { type Page, type PageQuery, readPage } from "@/lib/http/paging";
import { presentSession } from "@/lib/identity/sessions/present";
import type { Session } from "@/lib/identity/sessions/schema";
import { listSessions as listRows } from "@/lib/identity/sessions/store";

/** A page of the actor's sign-ins that still work, newest first. */
export async function listSessions(actor: Actor, query: PageQuery, now: Date): Promise<Page<Session>> {
  return readPage(
    query,
    (slice) => listRows(actor.developerId, now, slice),
    (row) => presentSession(row, actor.sessionId),
  );
}
