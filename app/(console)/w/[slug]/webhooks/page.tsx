import type { Metadata } from "next";

export const metadata: Metadata = { title: "Webhooks" };

export { WebhookList as default } from "@/lib/ui/webhooks/webhook-list";
