import { bearerRoute } from "@/lib/routes/bearer-route";
import { EvidenceParams, VerifiedEvidence } from "@/lib/tracker/evidence/schema";
import { verifyOwnEvidence } from "@/lib/tracker/evidence/verify-evidence";

export const POST = bearerRoute({
  summary: "Check one of your uploads now",
  description:
    "Type, length and SHA-256 are compared with what was announced; a correct upload can be viewed from then on. " +
    "Otherwise it is checked a minute after it was announced.",
  reach: "own_tracker",
  params: EvidenceParams,
  response: VerifiedEvidence,
  errors: ["not_found", "too_many_requests", "not_configured", "unavailable"],
  handle: ({ actor, params, now }) => verifyOwnEvidence(actor, params.evidence_ref, now),
});
