import type { Metadata } from "next";
import { RunLog } from "@/lib/ui/automations/run-log";

export const metadata: Metadata = { title: "Runs of an automation" };

export default function RunsPage() {
  return <RunLog />;
}
