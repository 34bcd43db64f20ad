import { bearerRoute } from "@/lib/routes/bearer-route";
import { getTrackerImport } from "@/lib/tracker/imports/get-import";
import { TrackerImport, TrackerImportParams } from "@/lib/tracker/imports/schema";

export const GET = bearerRoute({
  summary: "Show the progress of one of your imports",
  reach: "own_tracker",
  params: TrackerImportParams,
  response: TrackerImport,
  errors: ["not_found"],
  handle: ({ actor, params }) => getTrackerImport(actor, params.import_id),
});
