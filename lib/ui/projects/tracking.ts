import type { Workspace } from "@/lib/ui/api/workspaces";
import type { Project } from "@/lib/ui/projects/queries";

type Tracked = { settings: Pick<Project["settings"], "tracker_enabled"> };

/**
 * Whether a project is tracked: not if the workspace switched it off; otherwise by the project's setting, else by the
 * workspace's.
 */
export function isTracked(workspace: Pick<Workspace, "settings">, project: Tracked): boolean {
  const inherited = workspace.settings.tracker_enabled;
  return inherited !== false && (project.settings.tracker_enabled ?? inherited ?? false);
}
