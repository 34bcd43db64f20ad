import { bearerRoute } from "@/lib/routes/bearer-route";
import { ingestBatch } from "@/lib/tracker/ingest/ingest-batch";
import { BATCH_BYTES_MAX } from "@/lib/tracker/ingest/limits";
import { BatchResult, EventBatch } from "@/lib/tracker/ingest/schema";

export const POST = bearerRoute({
  summary: "Upload a batch of samples",
  description:
    "Each event is checked on its own: errors are listed in `rejected` and don't affect the others. An event_id that the device sent before counts in `duplicates`. A gzip body is accepted.",
  reach: "own_tracker",
  body: EventBatch,
  bodyBytesMax: BATCH_BYTES_MAX,
  judgesText: true,
  response: BatchResult,
  errors: ["forbidden", "not_found", "conflict", "too_many_requests"],
  handle: ({ actor, body, mayBeUnstorable, now }) => ingestBatch(actor, body, mayBeUnstorable, now),
});
