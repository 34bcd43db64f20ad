import type { Metadata } from "next";

export const metadata: Metadata = { title: "Tracker devices" };

export { WorkspaceDevices as default } from "@/lib/ui/tracker/workspace-devices";
