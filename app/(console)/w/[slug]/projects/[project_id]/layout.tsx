import type { ReactNode } from "react";
import { BoardAhead } from "@/lib/ui/board/board-ahead";
import { ProjectFrame } from "@/lib/ui/projects/project-frame";
import { RequestsAhead } from "@/lib/ui/projects/requests/request-list";
import { ProjectTrackerAhead } from "@/lib/ui/tracker/project-tracker-ahead";

type Props = { params: Promise<{ project_id: string }>; children: ReactNode };

export default async function ProjectLayout({ params, children }: Props) {
  return (
    <ProjectFrame
      projectId={(await params).project_id}
      ahead={{ "": <BoardAhead />, requests: <RequestsAhead />, tracker: <ProjectTrackerAhead /> }}
    >
      {children}
    </ProjectFrame>
  );
}
