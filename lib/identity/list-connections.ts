import type { Actor } from "@/lib/access/actor";
import { byCreation, type Page, type PageQuery, readCursor, toPage } from "@/lib/http/paging";
import { presentConnection } from "@/lib/identity/present";
import type { Connection } from "@/lib/identity/schema";
import { listConnections as listRows } from "@/lib/identity/store";

/** A page of the actor's connections, newest first, without their tokens. */
export async function listConnections(actor: Actor, query: PageQuery): Promise<Page<Connection>> {
  const rows = await listRows(actor.developerId, query.limit + 1, readCursor(query.cursor));
  return toPage(rows, query.limit, byCreation, presentConnection);
}
