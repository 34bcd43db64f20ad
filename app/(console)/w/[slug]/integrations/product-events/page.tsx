import type { Metadata } from "next";
import { ProductEvents } from "@/lib/ui/integrations/product-events";

export const metadata: Metadata = { title: "Product events" };

export default function ProductEventsPage() {
  return <ProductEvents />;
}
