import { editorRoute } from "@/lib/routes/editor-route";
import { ingestHeartbeats } from "@/lib/tracker/editors/ingest-heartbeats";
import { HeartbeatAnswers, HeartbeatBatch } from "@/lib/tracker/editors/schema";
import { BATCH_BYTES_MAX } from "@/lib/tracker/ingest/limits";

export const POST = editorRoute({
  summary: "Say what an editor was at, in many heartbeats at once",
  description:
    "Each is judged by itself: what is wrong with one stands in its place of `responses` and fails no other. They may come in any order, and the same one any number of times.",
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
