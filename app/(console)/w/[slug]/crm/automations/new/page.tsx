import type { Metadata } from "next";

export const metadata: Metadata = { title: "New automation" };

export { NewAutomation as default } from "@/lib/ui/automations/new-automation";
