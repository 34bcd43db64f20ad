import type { Metadata } from "next";

export const metadata: Metadata = { title: "Product events" };

export { ProductEvents as default } from "@/lib/ui/integrations/product-events";
