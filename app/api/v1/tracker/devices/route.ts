import { PageQuery } from "@/lib/http/paging";
import { bearerRoute } from "@/lib/routes/bearer-route";
import { pageOf } from "@/lib/routes/route";
import { listDevices } from "@/lib/tracker/devices/list-devices";
import { TrackerDevice } from "@/lib/tracker/devices/schema";

export const GET = bearerRoute({
  summary: "Your enrolled devices, newest first",
  reach: "own_tracker",
  query: PageQuery,
  response: pageOf(TrackerDevice),
  handle: ({ actor, query, now }) => listDevices(actor, query, now),
});
