import { editorRoute } from "@/lib/routes/editor-route";
import { getSummaries } from "@/lib/tracker/editors/get-editor-days";
import { EditorSummaries, SummaryRange } from "@/lib/tracker/editors/schema";

export const GET = editorRoute({
  summary: "Your time day by day, for an editor",
  description: "In the device's workspace, over all your devices there. Days follow your time zone.",
  operationId: "tracker.wakatime.getSummaries",
  query: SummaryRange,
  response: EditorSummaries,
  handle: ({ editor, query, now }) => getSummaries(editor, query, now),
});
