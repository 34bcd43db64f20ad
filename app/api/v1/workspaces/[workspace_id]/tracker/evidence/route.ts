import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { listWorkspaceEvidence } from "@/lib/tracker/evidence/list-workspace-evidence";
import { WorkspaceEvidence, WorkspaceEvidenceQuery } from "@/lib/tracker/evidence/schema";

export const GET = workspaceRoute({
  summary: "The checked screenshots of a workspace, the one taken last first",
  description:
    "Without the images: `GET /tracker/evidence/{evidence_ref}` gives one, and tells its owner that you looked. A page may hold fewer than `limit` where screenshots of private content are left out.",
  operationId: "tracker.workspaceEvidence.list",
  permission: "can_view_evidence",
  query: WorkspaceEvidenceQuery,
  response: pageOf(WorkspaceEvidence),
  handle: ({ scope, query }) => listWorkspaceEvidence(scope, query),
});
