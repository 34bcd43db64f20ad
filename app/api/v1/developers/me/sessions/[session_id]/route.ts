import { endSession } from "@/lib/identity/sessions/end-session";
import { SessionParams } from "@/lib/identity/sessions/schema";
import { bearerRoute } from "@/lib/routes/bearer-route";

export const DELETE = bearerRoute({
  summary: "End one of your sign-ins: its JWT gets 401 from then on",
  reach: "personal",
  params: SessionParams,
  errors: ["not_found"],
  handle: ({ actor, params, now }) => endSession(actor, params.session_id, now),
});
