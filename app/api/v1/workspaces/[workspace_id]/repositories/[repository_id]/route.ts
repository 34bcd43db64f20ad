import { dropRepository } from "@/lib/repositories/drop-repository";
import { getRepository } from "@/lib/repositories/get-repository";
import { Repository, RepositoryParams } from "@/lib/repositories/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "One adopted repository",
  permission: "can_view_repositories",
  params: RepositoryParams,
  response: Repository,
  errors: ["not_found"],
  handle: ({ scope, params }) => getRepository(scope, params.repository_id),
});

export const DELETE = workspaceRoute({
  summary: "Drop a repository with its stored commits and pull requests",
  permission: "can_manage_repositories",
  params: RepositoryParams,
  errors: ["not_found"],
  handle: ({ scope, params, now }) => dropRepository(scope, params.repository_id, now),
});
