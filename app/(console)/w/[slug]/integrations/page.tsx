import type { Metadata } from "next";

export const metadata: Metadata = { title: "Integrations" };

export { ProviderList as default } from "@/lib/ui/integrations/provider-list";
