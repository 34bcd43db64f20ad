import { z } from "zod";
import { listAvailable } from "@/lib/repositories/list-available";
import { AvailableQuery, AvailableRepository, MissingSettings } from "@/lib/repositories/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Repositories that you can see at the code host, the most recently pushed first",
  description: "Looks through the 500 most recently pushed ones and answers with at most 100 of them.",
  permission: "can_manage_repositories",
  query: AvailableQuery,
  response: z.array(AvailableRepository),
  errors: ["invalid", "too_many_requests", "not_configured", "unavailable"],
  errorFields: { not_configured: MissingSettings },
  handle: ({ scope, query, now }) => listAvailable(scope, query, now),
});
