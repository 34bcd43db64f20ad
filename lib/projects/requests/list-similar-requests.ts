import type { Actor } from "@/lib/access/actor";
import { countedIp } from "@/lib/http/client-ip";
import { checkLimits } from "@/lib/limits/check-limits";
import { SIMILAR_REQUESTS_MAX } from "@/lib/projects/requests/limits";
import { openPublicPage } from "@/lib/projects/requests/open-page";
import { presentPublicRequest } from "@/lib/projects/requests/present";
import type { PublicRequest } from "@/lib/projects/requests/schema";
import { listSimilarRows } from "@/lib/projects/requests/store";

/**
 * Up to five requests with a title like the one that someone is typing, the likest first.
 * @throws AppError not_found where the roadmap is not public, too_many_requests
 */
export async function listSimilarRequests(
  slug: string,
  title: string,
  actor: Actor | null,
  request: Request,
  now: Date,
): Promise<PublicRequest[]> {
  const page = await openPublicPage(slug, "roadmap");
  const ip = countedIp(request);
  if (ip !== null) await checkLimits([{ limit: "request_searches_per_ip", key: ip }], now);
  const reader = { viewerId: actor?.developerId ?? null };
  const rows = await listSimilarRows(page, reader, title, SIMILAR_REQUESTS_MAX);
  return rows.map((row) => presentPublicRequest(row, page));
}
