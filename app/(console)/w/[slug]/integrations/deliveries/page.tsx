import type { Metadata } from "next";

export const metadata: Metadata = { title: "Received webhooks" };

export { DeliveryList as default } from "@/lib/ui/integrations/delivery-list";
