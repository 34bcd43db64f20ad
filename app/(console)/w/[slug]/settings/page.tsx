import type { Metadata } from "next";

export const metadata: Metadata = { title: "Settings" };

export { Settings as default } from "@/lib/ui/settings/settings";
