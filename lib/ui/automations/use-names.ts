"use client";

import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useList } from "@/lib/ui/api/use-list";
import { type Member, workspaceApi } from "@/lib/ui/api/workspaces";

const MEMBERS_NAMED_MAX = "100";

/** What members are called, for those who may see them. */
export function useNames(): (developerId: string) => string {
  const { id, can } = useWorkspace();
  const members = useList<Member>(
    ["members", id, "names"],
    workspaceApi(id, `/members?limit=${MEMBERS_NAMED_MAX}`),
    { isEnabled: can("can_view_members") },
  );
  const names = new Map(members.items?.map((member) => [member.developer_id, member.name]));
  return (developerId) => names.get(developerId) ?? "Somebody";
}
