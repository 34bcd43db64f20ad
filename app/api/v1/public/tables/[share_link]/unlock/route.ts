import { publicRoute } from "@/lib/routes/public-route";
import { UNCACHED } from "@/lib/routes/share-route";
import { PASSWORD_TRIES_PER_ADDRESS_MAX, PASSWORD_TRIES_WINDOW_MINUTES } from "@/lib/tables/limits";
import { SharedTableParams, Unlock, UnlockTicket } from "@/lib/tables/schema";
import { unlockSharedTable } from "@/lib/tables/shared/get-shared-table";

export const POST = publicRoute({
  summary: "Get a ticket for a share link's password, good for 30 minutes",
  description: `Each IP address has ${PASSWORD_TRIES_PER_ADDRESS_MAX} tries in ${PASSWORD_TRIES_WINDOW_MINUTES} minutes.`,
  params: SharedTableParams,
  body: Unlock,
  response: UnlockTicket,
  headers: UNCACHED,
  errors: ["not_found", "forbidden", "too_many_requests"],
  handle: ({ params, body, request, now }) => unlockSharedTable(request, params.share_link, body, now),
});
