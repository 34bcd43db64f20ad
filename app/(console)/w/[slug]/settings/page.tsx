import type { Metadata } from "next";
import { Settings } from "@/lib/ui/settings/settings";

export const metadata: Metadata = { title: "Settings" };

export default function SettingsPage() {
  return <Settings />;
}
