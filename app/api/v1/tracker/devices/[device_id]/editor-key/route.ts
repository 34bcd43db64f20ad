import { bearerRoute } from "@/lib/routes/bearer-route";
import { DeviceParams } from "@/lib/tracker/devices/schema";
import { createEditorKey, deleteEditorKey } from "@/lib/tracker/editors/create-editor-key";
import { NewEditorKey } from "@/lib/tracker/editors/schema";

export const POST = bearerRoute({
  summary: "Create a key for the editors on one of your devices",
  description:
    "Plugins that speak WakaTime's protocol take it as their API key, with this service's `/tracker/wakatime` as their API URL. It lets them send heartbeats and read your time for today, nothing else. An earlier key is revoked. A key created with an API token works as long as that token does.",
  operationId: "tracker.devices.createEditorKey",
  reach: "personal",
  params: DeviceParams,
  status: 201,
  response: NewEditorKey,
  errors: ["not_found"],
  handle: ({ actor, params, now }) => createEditorKey(actor, params.device_id, now),
});

export const DELETE = bearerRoute({
  summary: "Revoke the key of the editors on one of your devices",
  operationId: "tracker.devices.deleteEditorKey",
  reach: "personal",
  params: DeviceParams,
  errors: ["not_found"],
  handle: ({ actor, params, now }) => deleteEditorKey(actor, params.device_id, now),
});
