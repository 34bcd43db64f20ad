import { bearerRoute } from "@/lib/routes/bearer-route";
import { EvidenceParams, VerifiedEvidence } from "@/lib/tracker/evidence/schema";
import { verifyOwnEvidence } from "@/lib/tracker/evidence/verify-evidence";

export const POST = bearerRoute({
  summary: "Have an upload of yours checked at once",
  description:
    "Type, length and SHA-256 are compared with what was announced; what is right can be seen from then on. Without this " +
    "it is checked a minute after it was announced.",
  reach: "own_tracker",
  params: EvidenceParams,
  response: VerifiedEvidence,
  errors: ["not_found", "too_many_requests", "not_configured"],
  handle: ({ actor, params, now }) => verifyOwnEvidence(actor, params.evidence_ref, now),
});
