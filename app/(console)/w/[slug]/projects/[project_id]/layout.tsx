import type { ReactNode } from "react";
import { ProjectFrame } from "@/lib/ui/projects/project-frame";

type Props = { params: Promise<{ project_id: string }>; children: ReactNode };

export default async function ProjectLayout({ params, children }: Props) {
  return <ProjectFrame projectId={(await params).project_id}>{children}</ProjectFrame>;
}
