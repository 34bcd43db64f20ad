import type { Metadata } from "next";
import { AutomationPage } from "@/lib/ui/automations/automation-page";

export const metadata: Metadata = { title: "Automation" };

export default function OpenAutomationPage() {
  return <AutomationPage />;
}
