import { editorRoute } from "@/lib/routes/editor-route";
import { getStatusBar } from "@/lib/tracker/editors/get-editor-days";
import { StatusBar } from "@/lib/tracker/editors/schema";

export const GET = editorRoute({
  summary: "Your time today, for an editor's status bar",
  description: "In the device's workspace, over all your devices there. Days follow your time zone.",
  operationId: "tracker.wakatime.getStatusBar",
  response: StatusBar,
  handle: ({ editor, now }) => getStatusBar(editor, now),
});
