import type { Metadata } from "next";

export const metadata: Metadata = { title: "Project settings" };

export { ProjectSettings as default } from "@/lib/ui/projects/project-settings";
