import { cookies, headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { AppError } from "@/lib/http/app-error";
import { openSharedTable, type ShareScope } from "@/lib/tables/shared/open-shared-table";

/** Carries the ticket that a password was exchanged for; sent to this link's own pages only. */
export const TICKET_COOKIE = "share_ticket";

/** The page of a link, which is all that its ticket is sent to. */
export function pagePath(token: string): string {
  return `/t/${encodeURIComponent(token)}`;
}

type Visit =
  | { kind: "open"; scope: ShareScope; ticket: string | null }
  | { kind: "locked" }
  | { kind: "busy"; retryAfterS: number };

/**
 * Lets the reader of a page in by the one guard of share links. Unknown, expired and revoked links end in the page that
 * is not there. Asked several times for one page, the guard is asked once.
 */
export const openVisit = cache(async (token: string): Promise<Visit> => {
  const given = new Headers(await headers());
  const ticket = (await cookies()).get(TICKET_COOKIE)?.value ?? null;
  // A page is no place to try passwords: they go through the form, which counts them.
  given.delete("x-share-password");
  given.delete("x-share-ticket");
  if (ticket !== null && /^[\w.-]{1,100}$/.test(ticket)) given.set("x-share-ticket", ticket);
  const request = new Request("http://page.invalid/", { headers: given });
  try {
    return { kind: "open", scope: await openSharedTable(request, token, "view", 2, new Date()), ticket };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "forbidden") return { kind: "locked" };
    if (error.code === "too_many_requests") return { kind: "busy", retryAfterS: error.retryAfterS ?? 60 };
    if (error.code === "not_found") notFound();
    throw error;
  }
});

/** What a visit that came too early is told, where no page says it. */
export function tooManyVisits({ retryAfterS }: Extract<Visit, { kind: "busy" }>): Response {
  const headers = { "Retry-After": String(Math.ceil(retryAfterS)) };
  return new Response("Too many visits at once", { status: 429, headers });
}

/** What a visitor may know of the table's name: behind a password even that is nobody's business. */
export function shownName(visit: Visit): string {
  return visit.kind === "open" ? visit.scope.tableName : "Shared table";
}
