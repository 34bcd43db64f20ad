import { bearerRoute } from "@/lib/routes/bearer-route";
import { DeviceParams, PauseDevice, TrackerDevice } from "@/lib/tracker/devices/schema";
import { pauseOwnDevice } from "@/lib/tracker/devices/update-own-device";

export const POST = bearerRoute({
  summary: "Pause or resume one of your devices",
  description:
    "Nobody else can end your pause. Samples taken meanwhile are refused as `not_captured`, whenever they arrive.",
  reach: "own_tracker",
  params: DeviceParams,
  body: PauseDevice,
  response: TrackerDevice,
  errors: ["not_found"],
  handle: ({ actor, params, body, now }) => pauseOwnDevice(actor, params.device_id, body, now),
});
