import type { Metadata } from "next";

export const metadata: Metadata = { title: "Webhook" };

export { DeliveryLog as default } from "@/lib/ui/webhooks/delivery-log";
