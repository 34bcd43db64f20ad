import type { Metadata } from "next";
import { TaskList } from "@/lib/ui/sequences/task-list";

export const metadata: Metadata = { title: "CRM tasks" };

export default function CrmTasksPage() {
  return <TaskList />;
}
