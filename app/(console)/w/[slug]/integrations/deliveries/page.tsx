import type { Metadata } from "next";
import { DeliveryList } from "@/lib/ui/integrations/delivery-list";

export const metadata: Metadata = { title: "Received webhooks" };

export default function DeliveriesPage() {
  return <DeliveryList />;
}
