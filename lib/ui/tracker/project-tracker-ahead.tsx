"use client";

import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useOpenProjectId } from "@/lib/ui/projects/project-frame";
import { useProjectTracker, useWorkspaceDevices } from "@/lib/ui/tracker/queries";

function DevicesAhead({ projectId }: { projectId: string }) {
  useWorkspaceDevices({ project_id: projectId });
  return null;
}

/** Prefetches the tracker and the devices of the open project, for those who may see them. */
export function ProjectTrackerAhead() {
  const { can } = useWorkspace();
  const projectId = useOpenProjectId();
  const mayManage = can("can_manage_tracker");
  useProjectTracker(projectId, mayManage);
  return mayManage ? <DevicesAhead projectId={projectId} /> : null;
}
