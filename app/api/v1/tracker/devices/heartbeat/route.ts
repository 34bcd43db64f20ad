import { bearerRoute } from "@/lib/routes/bearer-route";
import { heartbeat } from "@/lib/tracker/devices/heartbeat";
import { DeviceConfig, DeviceQuery } from "@/lib/tracker/devices/schema";

export const POST = bearerRoute({
  summary: "Report that a device is alive, and get its capture configuration",
  reach: "own_tracker",
  query: DeviceQuery,
  response: DeviceConfig,
  errors: ["not_found"],
  handle: ({ actor, query, now }) => heartbeat(actor, query.device_id, now),
});
