import type { Metadata } from "next";
import { WebhookSettings } from "@/lib/ui/webhooks/webhook-settings";

export const metadata: Metadata = { title: "Webhook settings" };

export default function WebhookSettingsPage() {
  return <WebhookSettings />;
}
