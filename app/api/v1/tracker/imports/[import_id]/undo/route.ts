import { bearerRoute } from "@/lib/routes/bearer-route";
import { undoTrackerImport } from "@/lib/tracker/imports/get-import";
import { TrackerImport, TrackerImportParams } from "@/lib/tracker/imports/schema";

export const POST = bearerRoute({
  summary: "Take an import back",
  description: "The samples that came by it are deleted by a job; one that is not done stops.",
  operationId: "tracker.imports.undo",
  reach: "own_tracker",
  params: TrackerImportParams,
  response: TrackerImport,
  errors: ["not_found", "conflict"],
  handle: ({ actor, params, now }) => undoTrackerImport(actor, params.import_id, now),
});
