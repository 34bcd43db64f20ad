import { useWorkspace, useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { useList } from "@/lib/ui/api/resource-queries";

const MEMBERS_NAMED_MAX = 100;

/** Members' names, if the reader may see them. */
export function useNames(): (developerId: string) => string {
  const { can } = useWorkspace();
  const members = useList(
    "/workspaces/{workspace_id}/members",
    { params: useWorkspaceParams(), query: { limit: MEMBERS_NAMED_MAX } },
    { isEnabled: can("can_view_members") },
  );
  const names = new Map(members.items?.map((member) => [member.developer_id, member.name]));
  return (developerId) => names.get(developerId) ?? "Somebody";
}
