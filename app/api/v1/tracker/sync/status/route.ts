import { bearerRoute } from "@/lib/routes/bearer-route";
import { getSyncStatus } from "@/lib/tracker/devices/get-sync-status";
import { DeviceQuery, SyncStatus } from "@/lib/tracker/devices/schema";

export const GET = bearerRoute({
  summary: "How far the server has come with a device's samples",
  reach: "own_tracker",
  query: DeviceQuery,
  response: SyncStatus,
  errors: ["not_found"],
  handle: ({ actor, query, now }) => getSyncStatus(actor, query.device_id, now),
});
