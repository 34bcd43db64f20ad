import type { Metadata } from "next";
import { ProjectTracker } from "@/lib/ui/tracker/project-tracker";

export const metadata: Metadata = { title: "Project tracker" };

export default function ProjectTrackerPage() {
  return <ProjectTracker />;
}
