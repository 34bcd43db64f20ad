import type { Metadata } from "next";
import { NewAutomation } from "@/lib/ui/automations/new-automation";

export const metadata: Metadata = { title: "New automation" };

export default function NewAutomationPage() {
  return <NewAutomation />;
}
