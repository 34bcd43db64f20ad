import type { Actor } from "@/lib/access/actor";
import { byCreation, type Page, type PageQuery, readCursor, toPage } from "@/lib/http/paging";
import { presentApiToken } from "@/lib/tokens/present";
import type { ApiToken } from "@/lib/tokens/schema";
import { listApiTokens as listRows } from "@/lib/tokens/store";

/** A page of the actor's tokens, newest first, by prefix only. */
export async function listApiTokens(actor: Actor, query: PageQuery): Promise<Page<ApiToken>> {
  const rows = await listRows(actor.developerId, query.limit + 1, readCursor(query.cursor));
  return toPage(rows, query.limit, byCreation, presentApiToken);
}
