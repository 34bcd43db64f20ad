import { useParams } from "next/navigation";
import { useProfile } from "@/lib/ui/api/profile";
import { useWorkspaceBySlug, useWorkspaces } from "@/lib/ui/api/workspaces";

/**
 * The workspace that pages show: the one in the address, else the profile's default if the reader is still a member,
 * else the first.
 */
export function useOpenWorkspace() {
  const { slug } = useParams<{ slug?: string }>();
  const profile = useProfile();
  const list = useWorkspaces();
  const named = useWorkspaceBySlug(slug);
  const chosen = list.items?.find(({ id }) => id === profile.data?.current_workspace_id);
  return { list, workspace: named.data ?? chosen ?? list.items?.[0] };
}
