import type { Metadata } from "next";
import { LoadedSettings } from "@/lib/ui/forms/form-editors";

export const metadata: Metadata = { title: "Form settings" };

export default function FormSettingsPage() {
  return <LoadedSettings />;
}
