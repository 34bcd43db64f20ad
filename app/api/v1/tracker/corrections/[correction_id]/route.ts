import { bearerRoute } from "@/lib/routes/bearer-route";
import { CorrectionParams } from "@/lib/tracker/corrections/schema";
import { undoCorrection } from "@/lib/tracker/corrections/undo-correction";

export const DELETE = bearerRoute({
  summary: "Undo one of your corrections",
  description: "Its time counts as if you had never made it.",
  reach: "personal",
  params: CorrectionParams,
  errors: ["not_found", "too_many_requests"],
  handle: ({ actor, params, now }) => undoCorrection(actor, params.correction_id, now),
});
