import type { Metadata } from "next";
import { DeliveryLog } from "@/lib/ui/webhooks/delivery-log";

export const metadata: Metadata = { title: "Webhook" };

export default function WebhookPage() {
  return <DeliveryLog />;
}
