import { bearerRoute } from "@/lib/routes/bearer-route";
import { exportEvents } from "@/lib/tracker/captured/export-events";
import { ExportQuery } from "@/lib/tracker/captured/schema";

export const GET = bearerRoute({
  summary: "Your own samples as a file, newest first: CSV, or one JSON array",
  description: "Written as it is read, however much it is. A range takes the samples that cover time of it.",
  reach: "personal",
  query: ExportQuery,
  response: "csv",
  handle: ({ actor, query, now }) => exportEvents(actor, query, now),
});
