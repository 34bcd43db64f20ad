import { bearerRoute } from "@/lib/routes/bearer-route";
import { pageOf } from "@/lib/routes/route";
import { listCorrections } from "@/lib/tracker/corrections/list-corrections";
import { Correction, CorrectionQuery } from "@/lib/tracker/corrections/schema";

export const GET = bearerRoute({
  summary: "List your corrections, newest first",
  reach: "personal",
  query: CorrectionQuery,
  response: pageOf(Correction),
  handle: ({ actor, query }) => listCorrections(actor, query),
});
