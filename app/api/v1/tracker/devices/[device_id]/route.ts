import { bearerRoute } from "@/lib/routes/bearer-route";
import { DeviceParams, TrackerDevice, UpdateDevice } from "@/lib/tracker/devices/schema";
import { unenrolDevice } from "@/lib/tracker/devices/unenrol-device";
import { updateOwnDevice } from "@/lib/tracker/devices/update-own-device";

export const PATCH = bearerRoute({
  summary: "Rename one of your devices",
  reach: "own_tracker",
  params: DeviceParams,
  body: UpdateDevice,
  response: TrackerDevice,
  errors: ["not_found"],
  handle: ({ actor, params, body, now }) => updateOwnDevice(actor, params.device_id, body, now),
});

export const DELETE = bearerRoute({
  summary: "Unenrol one of your devices; what it recorded stays",
  description: "Its place in the workspace's plan is free again. Enrolling it again brings it back.",
  reach: "own_tracker",
  params: DeviceParams,
  errors: ["not_found"],
  handle: ({ actor, params, now }) => unenrolDevice(actor, params.device_id, now),
});
