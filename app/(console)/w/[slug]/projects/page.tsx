import type { Metadata } from "next";
import { ProjectList } from "@/lib/ui/projects/project-list";

export const metadata: Metadata = { title: "Projects" };

export default function ProjectsPage() {
  return <ProjectList />;
}
