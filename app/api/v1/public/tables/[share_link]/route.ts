import { shareRoute } from "@/lib/routes/share-route";
import { SharedTable, SharedTableParams } from "@/lib/tables/schema";
import { getSharedTable } from "@/lib/tables/shared/get-shared-table";

export const GET = shareRoute({
  summary: "What a share link shows: a table's name and the columns that are not hidden",
  description:
    "Where the link has a password, it comes in `X-Share-Password`, or a ticket of `unlock` in `X-Share-Ticket`.",
  need: "view",
  params: SharedTableParams,
  response: SharedTable,
  handle: async ({ scope }) => getSharedTable(scope),
});
