import type { Metadata } from "next";

export const metadata: Metadata = { title: "CRM tasks" };

export { TaskList as default } from "@/lib/ui/sequences/task-list";
