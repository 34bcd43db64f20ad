import type { Metadata } from "next";

export const metadata: Metadata = { title: "Automations" };

export { AutomationList as default } from "@/lib/ui/automations/automation-list";
