import type { Metadata } from "next";

export const metadata: Metadata = { title: "Runs of an automation" };

export { RunLog as default } from "@/lib/ui/automations/run-log";
