import { reclaimRepository } from "@/lib/repositories/reclaim-repository";
import { MissingSettings, Repository, RepositoryParams } from "@/lib/repositories/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Take over a repository whose adopter is inactive, suspended or gone",
  description: "You must have access to it at the code host. The sync continues where it stopped.",
  permission: "can_manage_repositories",
  params: RepositoryParams,
  response: Repository,
  errors: ["not_found", "conflict", "invalid", "too_many_requests", "not_configured", "unavailable"],
  errorFields: { not_configured: MissingSettings },
  handle: ({ scope, params, now }) => reclaimRepository(scope, params.repository_id, now),
});
