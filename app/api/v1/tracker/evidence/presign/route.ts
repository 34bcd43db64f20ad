import { bearerRoute } from "@/lib/routes/bearer-route";
import { DeviceQuery } from "@/lib/tracker/devices/schema";
import { presignEvidence } from "@/lib/tracker/evidence/presign-evidence";
import { PresignEvidence, PresignedEvidence } from "@/lib/tracker/evidence/schema";

export const POST = bearerRoute({
  summary: "Get a URL to upload the screenshot of one event to",
  description:
    "PUT the image to `upload_url` before it expires, with its Content-Type and nothing else. The store refuses another " +
    "type or length; bytes of another hash never become evidence. No screenshot is kept of anything private or " +
    "personal, of pauses, of time outside working hours, or if its event does not arrive within a day.",
  reach: "own_tracker",
  query: DeviceQuery,
  body: PresignEvidence,
  response: PresignedEvidence,
  errors: ["forbidden", "not_found", "conflict", "too_many_requests", "not_configured"],
  handle: ({ actor, query, body, now }) => presignEvidence(actor, query.device_id, body, now),
});
