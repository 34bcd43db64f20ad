import { z } from "zod";
import { bearerRoute } from "@/lib/routes/bearer-route";
import { exportEvents } from "@/lib/tracker/captured/export-events";
import { CapturedEvent, ExportQuery } from "@/lib/tracker/captured/schema";

export const GET = bearerRoute({
  summary: "Your own samples as a file, newest first: CSV, or one JSON array",
  description: "Streamed, whatever its size. A range includes the samples that overlap it.",
  reach: "personal",
  query: ExportQuery,
  response: "csv",
  jsonFile: z.array(CapturedEvent),
  handle: ({ actor, query, now }) => exportEvents(actor, query, now),
});
