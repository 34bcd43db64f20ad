import { announceLeft, saySeen } from "@/lib/live/people-here";
import { LookedAt, PeopleHere } from "@/lib/live/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const PUT = workspaceRoute({
  summary: "Announce what you are viewing, and see who else is",
  operationId: "workspaces.peopleHere.put",
  description:
    "Others see you there for 45 seconds: repeat it every 20. When somebody comes or goes, the stream of changes sends `people` for it.",
  reach: "personal",
  body: LookedAt,
  response: PeopleHere,
  errors: ["forbidden", "not_found"],
  handle: ({ scope, body, now }) => saySeen(scope, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Announce that you stopped viewing something",
  operationId: "workspaces.peopleHere.delete",
  reach: "personal",
  query: LookedAt,
  handle: ({ scope, query }) => announceLeft(scope, query),
});
