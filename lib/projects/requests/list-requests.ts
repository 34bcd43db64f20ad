import { z } from "zod";
import type { Actor } from "@/lib/access/actor";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { GivenTime } from "@/lib/http/fields";
import { cutPage, type Page as PageOfItems, readCursor, writeCursor } from "@/lib/http/paging";
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

async function pageOfRequests<Item>(
  page: Page,
  reader: Reader,
  { sort, status, category, search, limit, cursor }: RequestQuery,
  present: (row: RequestRow, page: Page) => Item,
  now: Date,
): Promise<PageOfItems<Item>> {
  const order =
    sort === "trending" ? { trendingSince: new Date(now.getTime() - TRENDING_DAYS * DAY_MS) } : sort;
  const Place = z
    .tuple([z.literal(sort), z.int32(), GivenTime, z.uuid()])
    .transform(([_sort, rank, at, id]): RequestPlace => ({ rank, at: new Date(at), id }));
  const after = cursor === undefined ? null : readCursor(cursor, Place);
  const rows = await listRequestRows(page, reader, { status, category, search }, order, limit + 1, after);
  const { items, nextCursor } = cutPage(rows, limit, ({ rank, createdAt, id }) =>
    writeCursor([sort, rank, createdAt.toISOString(), id]),
  );
  return { items: items.map((row) => present(row, page)), nextCursor };
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
