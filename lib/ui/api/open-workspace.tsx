import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import type { PermissionSlug } from "@/lib/access/catalog";
import { useProfile, useUpdateProfile } from "@/lib/ui/api/profile";
import type { Me, Workspace } from "@/lib/ui/api/workspaces";

export type OpenWorkspace = {
  id: string;
  slug: string;
  workspace: Workspace;
  /** The reader as a member of it. */
  me: Me;
  /** Whether the reader has a permission. Use it only to show or hide things: the server checks for itself. */
  can: (permission: PermissionSlug) => boolean;
};

const WorkspaceContext = createContext<OpenWorkspace | null>(null);

/** The workspace in the address and the reader's permissions there. @throws outside of `/w/{slug}` */
export function useWorkspace(): OpenWorkspace {
  const open = useContext(WorkspaceContext);
  if (open === null) throw new Error("useWorkspace() is for the pages of a workspace");
  return open;
}

/** The variable parts of a route of the open workspace: its id, and others. @throws outside of `/w/{slug}` */
export function useWorkspaceParams<P extends object>(others?: P): { workspace_id: string } & P {
  return { workspace_id: useWorkspace().id, ...(others as P) };
}

type Props = { workspace: Workspace; me: Me; children: ReactNode };

/** Provides the open workspace to the pages inside, and remembers it for the reader's next visit. */
export function WorkspaceProvider({ workspace, me, children }: Props) {
  const open = useMemo(() => {
    const held = new Set<string>(me.permissions);
    return {
      id: workspace.id,
      slug: workspace.slug,
      workspace,
      me,
      can: (permission: PermissionSlug) => held.has(permission),
    };
  }, [workspace, me]);
  const profile = useProfile();
  const { mutate } = useUpdateProfile();
  const current = profile.data?.current_workspace_id;
  const isKnown = profile.data !== undefined;
  useEffect(() => {
    if (isKnown && current !== workspace.id) mutate({ current_workspace_id: workspace.id });
  }, [isKnown, current, workspace.id, mutate]);
  return <WorkspaceContext value={open}>{children}</WorkspaceContext>;
}
