import type { Metadata } from "next";
import { WorkspaceRules } from "@/lib/ui/rules/workspace-rules";

export const metadata: Metadata = { title: "Tracker rules" };

export default function TrackerRulesPage() {
  return <WorkspaceRules />;
}
