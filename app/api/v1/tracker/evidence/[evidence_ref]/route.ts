import { bearerRoute } from "@/lib/routes/bearer-route";
import { EvidenceParams, EvidenceView } from "@/lib/tracker/evidence/schema";
import { viewEvidence } from "@/lib/tracker/evidence/view-evidence";

export const GET = bearerRoute({
  summary: "Get a short-lived URL to a checked screenshot: your own, or with can_view_evidence",
  description: "The URL is for this screenshot only, and expires.",
  reach: "workspace",
  params: EvidenceParams,
  response: EvidenceView,
  errors: ["not_found", "conflict", "not_configured"],
  handle: ({ actor, params, now }) => viewEvidence(actor, params.evidence_ref, now),
});
