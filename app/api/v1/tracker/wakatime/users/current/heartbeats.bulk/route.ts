import { editorRoute } from "@/lib/routes/editor-route";
import { ingestHeartbeats } from "@/lib/tracker/editors/ingest-heartbeats";
import { HeartbeatAnswers, HeartbeatBatch } from "@/lib/tracker/editors/schema";
import { BATCH_BYTES_MAX } from "@/lib/tracker/ingest/limits";

export const POST = editorRoute({
  summary: "Send many editor heartbeats at once",
  description:
    "Each is checked on its own: an error is in its place in `responses` and doesn't affect the others. They may come in any order, and repeatedly.",
  operationId: "tracker.wakatime.sendHeartbeats",
  body: HeartbeatBatch,
  bodyBytesMax: BATCH_BYTES_MAX,
  judgesText: true,
  status: 202,
  response: HeartbeatAnswers,
  errors: ["too_many_requests"],
  handle: ({ editor, body, mayBeUnstorable, request, now }) => {
    const sent = { heartbeats: body, userAgent: request.headers.get("user-agent"), mayBeUnstorable };
    return ingestHeartbeats(editor, sent, now);
  },
});
