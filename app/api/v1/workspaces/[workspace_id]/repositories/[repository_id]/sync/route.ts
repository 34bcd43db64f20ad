import { requestSync } from "@/lib/repositories/request-sync";
import { Repository, RepositoryParams } from "@/lib/repositories/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Sync a repository now",
  description: "The sync runs in the background; `sync_status` shows its progress.",
  permission: "can_manage_repositories",
  params: RepositoryParams,
  response: Repository,
  status: 202,
  errors: ["not_found"],
  handle: ({ scope, params, now }) => requestSync(scope, params.repository_id, now),
});
