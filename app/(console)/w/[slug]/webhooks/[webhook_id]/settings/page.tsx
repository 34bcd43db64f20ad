import type { Metadata } from "next";

export const metadata: Metadata = { title: "Webhook settings" };

export { WebhookSettings as default } from "@/lib/ui/webhooks/webhook-settings";
