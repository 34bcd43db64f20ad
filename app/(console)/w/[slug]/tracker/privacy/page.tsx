import type { Metadata } from "next";
import { TrackerPrivacy } from "@/lib/ui/tracker/privacy";

export const metadata: Metadata = { title: "Tracker privacy" };

export default function TrackerPrivacyPage() {
  return <TrackerPrivacy />;
}
