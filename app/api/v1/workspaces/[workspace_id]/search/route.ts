import { workspaceRoute } from "@/lib/routes/workspace-route";
import { findThings } from "@/lib/search/find-things";
import { SearchQuery, SearchResults } from "@/lib/search/schema";

export const GET = workspaceRoute({
  summary: "Find things of a workspace by their names",
  operationId: "workspaces.search",
  description: "Finds what you may list, kind by kind: an empty text finds nothing.",
  reach: "workspace",
  query: SearchQuery,
  response: SearchResults,
  errors: ["bad_request"],
  handle: ({ scope, query }) => findThings(scope, query),
});
