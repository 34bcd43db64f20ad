import { bearerRoute } from "@/lib/routes/bearer-route";
import { undoTrackerImport } from "@/lib/tracker/imports/get-import";
import { TrackerImport, TrackerImportParams } from "@/lib/tracker/imports/schema";

export const POST = bearerRoute({
  summary: "Undo an import",
  description: "A job deletes the samples that it added; an import that is still running stops.",
  operationId: "tracker.imports.undo",
  reach: "own_tracker",
  params: TrackerImportParams,
  response: TrackerImport,
  errors: ["not_found", "conflict"],
  handle: ({ actor, params, now }) => undoTrackerImport(actor, params.import_id, now),
});
