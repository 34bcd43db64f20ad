import { bearerRoute } from "@/lib/routes/bearer-route";
import { CorrectionParams } from "@/lib/tracker/corrections/schema";
import { undoCorrection } from "@/lib/tracker/corrections/undo-correction";

export const DELETE = bearerRoute({
  summary: "Take a correction of yours back",
  description: "Its time counts as it would without, by what else was said and derived of it.",
  reach: "personal",
  params: CorrectionParams,
  errors: ["not_found", "too_many_requests"],
  handle: ({ actor, params, now }) => undoCorrection(actor, params.correction_id, now),
});
