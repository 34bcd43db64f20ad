import type { Actor } from "@/lib/access/actor";
import { type Page, type PageQuery, readPage } from "@/lib/http/paging";
import { presentApiToken } from "@/lib/tokens/present";
import type { ApiToken } from "@/lib/tokens/schema";
import { listApiTokens as listRows } from "@/lib/tokens/store";

/** A page of the actor's tokens, newest first, by prefix only. */
export async function listApiTokens(actor: Actor, query: PageQuery): Promise<Page<ApiToken>> {
  return readPage(query, (slice) => listRows(actor.developerId, slice), presentApiToken);
}
