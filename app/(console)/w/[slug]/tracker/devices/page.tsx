import type { Metadata } from "next";
import { WorkspaceDevices } from "@/lib/ui/tracker/workspace-devices";

export const metadata: Metadata = { title: "Tracker devices" };

export default function TrackerDevicesPage() {
  return <WorkspaceDevices />;
}
