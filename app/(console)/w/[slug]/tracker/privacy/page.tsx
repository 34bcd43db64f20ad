import type { Metadata } from "next";

export const metadata: Metadata = { title: "Tracker privacy" };

export { TrackerPrivacy as default } from "@/lib/ui/tracker/privacy";
