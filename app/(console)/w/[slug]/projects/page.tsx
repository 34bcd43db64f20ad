import type { Metadata } from "next";

export const metadata: Metadata = { title: "Projects" };

export { ProjectList as default } from "@/lib/ui/projects/project-list";
