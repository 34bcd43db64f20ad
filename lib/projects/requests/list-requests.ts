import { z } from "zod";
import type { Actor } from "@/lib/access/actor";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { AppError } from "@/lib/http/app-error";
import { GivenTime } from "@/lib/http/fields";
import type { Page as PageOfItems } from "@/lib/http/paging";
import { DAY_MS } from "@/lib/platform/limits";
import { TRENDING_DAYS } from "@/lib/projects/requests/limits";
import { openPublicPage, openStaffPage } from "@/lib/projects/requests/open-page";
import type { Page } from "@/lib/projects/requests/page";
import { presentPublicRequest, presentStaffRequest } from "@/lib/projects/requests/present";
import type {
  PublicRequest,
  RequestQuery,
  StaffRequest,
  StaffRequestQuery,
} from "@/lib/projects/requests/schema";
import {
  listRequestRows,
  type Reader,
  type RequestPlace,
  type RequestRow,
} from "@/lib/projects/requests/store";

const CursorContent = z.tuple([z.string(), z.int32(), GivenTime, z.uuid()]);

function readPlace(cursor: string | undefined, sort: string): RequestPlace | null {
  if (cursor === undefined) return null;
  try {
    const content = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    const [sortedBy, rank, at, id] = CursorContent.parse(content);
    if (sortedBy !== sort) throw new Error("a cursor of another order");
    return { rank, at: new Date(at), id };
  } catch (cause) {
    throw new AppError("bad_request", "The cursor is not valid.", { cause });
  }
}

async function pageOfRequests<Item>(
  page: Page,
  reader: Reader,
  { sort, status, category, search, limit, cursor }: RequestQuery,
  present: (row: RequestRow, page: Page) => Item,
  now: Date,
): Promise<PageOfItems<Item>> {
  const order =
    sort === "trending" ? { trendingSince: new Date(now.getTime() - TRENDING_DAYS * DAY_MS) } : sort;
  const place = readPlace(cursor, sort);
  const rows = await listRequestRows(page, reader, { status, category, search }, order, limit + 1, place);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next = last && [sort, last.rank, last.createdAt.toISOString(), last.id];
  return {
    items: shown.map((row) => present(row, page)),
    nextCursor: next ? Buffer.from(JSON.stringify(next)).toString("base64url") : null,
  };
}

/**
 * A page of the requests that the world may see, with the viewer's own that wait.
 * @throws AppError not_found where the roadmap is not public
 */
export async function listPublicRequests(
  slug: string,
  query: RequestQuery,
  actor: Pick<Actor, "developerId"> | null,
  now: Date,
): Promise<PageOfItems<PublicRequest>> {
  const page = await openPublicPage(slug, "roadmap");
  const reader = { viewerId: actor?.developerId ?? null };
  return pageOfRequests(page, reader, query, presentPublicRequest, now);
}

/** A page of a project's requests for its staff: those shown, waiting, hidden or merged. @throws AppError not_found */
export async function listStaffRequests(
  scope: WorkspaceScope,
  projectId: string,
  query: StaffRequestQuery,
  now: Date,
): Promise<PageOfItems<StaffRequest>> {
  const page = await openStaffPage(scope, projectId);
  return pageOfRequests(page, { part: query.visibility }, query, presentStaffRequest, now);
}
