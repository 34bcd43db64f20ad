import { WorkspaceParams } from "@/lib/http/fields";
import { sayGone, saySeen } from "@/lib/live/people-here";
import { LookedAt, PeopleHere } from "@/lib/live/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const PUT = workspaceRoute({
  summary: "Say what you look at, and see who else does",
  operationId: "workspaces.peopleHere.put",
  description:
    "Others see you there for 45 seconds: say it again every 20. When somebody comes or goes, the stream of changes says `people` of that thing.",
  reach: "personal",
  params: WorkspaceParams,
  body: LookedAt,
  response: PeopleHere,
  errors: ["forbidden", "not_found"],
  handle: ({ scope, body, now }) => saySeen(scope, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Say that you look at something no longer",
  operationId: "workspaces.peopleHere.delete",
  reach: "personal",
  params: WorkspaceParams,
  query: LookedAt,
  handle: ({ scope, query }) => sayGone(scope, query),
});
