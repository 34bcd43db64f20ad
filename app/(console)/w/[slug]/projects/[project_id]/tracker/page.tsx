import type { Metadata } from "next";

export const metadata: Metadata = { title: "Project tracker" };

export { ProjectTracker as default } from "@/lib/ui/tracker/project-tracker";
