import type { Actor } from "@/lib/access/actor";
import { byCreation, type Page, type PageQuery, readCursor, toPage } from "@/lib/http/paging";
import { presentSession } from "@/lib/identity/sessions/present";
import type { Session } from "@/lib/identity/sessions/schema";
import { listSessions as listRows } from "@/lib/identity/sessions/store";

/** A page of the actor's sign-ins that still work, newest first. */
export async function listSessions(actor: Actor, query: PageQuery, now: Date): Promise<Page<Session>> {
  const rows = await listRows(actor.developerId, now, query.limit + 1, readCursor(query.cursor));
  return toPage(rows, query.limit, byCreation, (row) => presentSession(row, actor.sessionId));
}
