import { adoptRepository } from "@/lib/repositories/adopt-repository";
import { listRepositories } from "@/lib/repositories/list-repositories";
import { AdoptRepository, MissingSettings, Repository, RepositoryQuery } from "@/lib/repositories/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Adopted repositories of a workspace, newest first",
  permission: "can_view_repositories",
  query: RepositoryQuery,
  response: pageOf(Repository),
  handle: ({ scope, query }) => listRepositories(scope, query),
});

export const POST = workspaceRoute({
  summary: "Adopt a repository through your connection to the code host",
  description: "422 without a working connection or without access to the repository; the detail says which.",
  permission: "can_manage_repositories",
  body: AdoptRepository,
  response: Repository,
  status: 201,
  errors: ["conflict", "too_many_requests", "not_configured", "unavailable"],
  errorFields: { not_configured: MissingSettings },
  handle: ({ scope, body, now }) => adoptRepository(scope, body, now),
});
