import { editorRoute } from "@/lib/routes/editor-route";
import { ingestHeartbeat } from "@/lib/tracker/editors/ingest-heartbeats";
import { Heartbeat, TakenHeartbeat } from "@/lib/tracker/editors/schema";

export const POST = editorRoute({
  summary: "Send an editor heartbeat",
  description: "The same heartbeat twice counts once. How much time it covers depends on the ones after it.",
  operationId: "tracker.wakatime.sendHeartbeat",
  body: Heartbeat,
  judgesText: true,
  status: 201,
  response: TakenHeartbeat,
  errors: ["too_many_requests"],
  handle: ({ editor, body, mayBeUnstorable, request, now }) =>
    ingestHeartbeat(editor, body, { userAgent: request.headers.get("user-agent"), mayBeUnstorable }, now),
});
