import { bearerRoute } from "@/lib/routes/bearer-route";
import { pageOf } from "@/lib/routes/route";
import { listCorrections } from "@/lib/tracker/corrections/list-corrections";
import { Correction, CorrectionQuery } from "@/lib/tracker/corrections/schema";

export const GET = bearerRoute({
  summary: "List what you said of your own time, the last first",
  reach: "personal",
  query: CorrectionQuery,
  response: pageOf(Correction),
  handle: ({ actor, query }) => listCorrections(actor, query),
});
