import type { Metadata } from "next";

export const metadata: Metadata = { title: "Tracker rules" };

export { WorkspaceRules as default } from "@/lib/ui/rules/workspace-rules";
