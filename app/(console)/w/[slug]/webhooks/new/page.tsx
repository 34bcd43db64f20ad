import type { Metadata } from "next";
import { NewWebhook } from "@/lib/ui/webhooks/new-webhook";

export const metadata: Metadata = { title: "New webhook" };

export default function NewWebhookPage() {
  return <NewWebhook />;
}
