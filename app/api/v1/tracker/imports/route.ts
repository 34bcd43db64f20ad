import { PageQuery } from "@/lib/http/paging";
import { bearerRoute } from "@/lib/routes/bearer-route";
import { pageOf } from "@/lib/routes/route";
import { beginImport } from "@/lib/tracker/imports/begin-import";
import { listTrackerImports } from "@/lib/tracker/imports/get-import";
import {
  ActivityWatchExport,
  AN_EXPORT,
  TrackerImport,
  TrackerImportQuery,
} from "@/lib/tracker/imports/schema";

export const GET = bearerRoute({
  summary: "List your imports, newest first",
  reach: "own_tracker",
  query: PageQuery,
  response: pageOf(TrackerImport),
  handle: ({ actor, query }) => listTrackerImports(actor, query),
});

export const POST = bearerRoute({
  summary: "Import what ActivityWatch recorded",
  description:
    "The body is the file that ActivityWatch exports, all buckets or one, at most 64 MiB as sent and unpacked; a gzip body is accepted. A job turns its events into samples of one of your devices, by the same rules as uploads: the last 30 days count, and pauses apply. Importing the same file twice adds nothing.",
  operationId: "tracker.imports.create",
  reach: "own_tracker",
  query: TrackerImportQuery,
  sends: { "application/json": { body: ActivityWatchExport, examples: { ActivityWatch: AN_EXPORT } } },
  status: 202,
  response: TrackerImport,
  errors: ["not_found", "conflict", "too_large", "unsupported_encoding", "invalid", "too_many_requests"],
  handle: ({ actor, query, request, now }) => beginImport(actor, query.device_id, request, now),
});
