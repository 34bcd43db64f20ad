import type { Actor } from "@/lib/access/actor";
import { type Page, type PageQuery, readPage } from "@/lib/http/paging";
import { presentConnection } from "@/lib/identity/present";
import type { Connection } from "@/lib/identity/schema";
import { listConnections as listRows } from "@/lib/identity/store";

/** A page of the actor's connections, newest first, without their tokens. */
export async function listConnections(actor: Actor, query: PageQuery): Promise<Page<Connection>> {
  return readPage(query, (slice) => listRows(actor.developerId, slice), presentConnection);
}
