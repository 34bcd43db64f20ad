import type { Metadata } from "next";

export const metadata: Metadata = { title: "New webhook" };

export { NewWebhook as default } from "@/lib/ui/webhooks/new-webhook";
