import type { Metadata } from "next";

export const metadata: Metadata = { title: "Automation" };

export { AutomationPage as default } from "@/lib/ui/automations/automation-page";
