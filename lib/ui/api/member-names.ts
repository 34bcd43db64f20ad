import { useQueries } from "@tanstack/react-query";
import { useWorkspace, useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { answerQuery, useList } from "@/lib/ui/api/resource-queries";

const LISTED_MAX = 100;

/**
 * The names of these members, if the reader may see them. Most stand in one list that a page asks for once; whoever is
 * not among the longest-standing is asked for alone.
 */
export function useNames(developerIds: readonly string[]): (developerId: string) => string {
  const { can } = useWorkspace();
  const params = useWorkspaceParams();
  const isEnabled = can("can_view_members") && developerIds.length > 0;
  const listed = useList(
    "/workspaces/{workspace_id}/members",
    { params, query: { limit: LISTED_MAX } },
    { isEnabled },
  );
  const names = new Map(listed.items?.map((member) => [member.developer_id, member.name]));
  const others = listed.items ? [...new Set(developerIds)].filter((id) => !names.has(id)) : [];
  const asked = useQueries({
    queries: others.map((developer_id) => ({
      ...answerQuery("/workspaces/{workspace_id}/members/{developer_id}", {
        params: { ...params, developer_id },
      }),
      enabled: isEnabled,
    })),
  });
  for (const { data } of asked) if (data) names.set(data.developer_id, data.name);
  return (developerId) => names.get(developerId) ?? "Somebody";
}
