import { z } from "zod";
import { workspaceRoute } from "@/lib/http/workspace-route";
import { listAvailable } from "@/lib/repositories/list-available";
import { AvailableQuery, AvailableRepository } from "@/lib/repositories/schema";
import { WorkspaceParams } from "@/lib/workspaces/schema";

export const GET = workspaceRoute({
  summary: "Repositories that you can see at the code host, the most recently pushed first",
  description: "Looks through the 500 most recently pushed ones and answers with at most 100 of them.",
  permission: "can_manage_repositories",
  params: WorkspaceParams,
  query: AvailableQuery,
  response: z.array(AvailableRepository),
  errors: ["invalid", "too_many_requests", "not_configured", "unavailable"],
  handle: ({ scope, query, now }) => listAvailable(scope, query, now),
});
