import type { Metadata } from "next";
import { ProviderList } from "@/lib/ui/integrations/provider-list";

export const metadata: Metadata = { title: "Integrations" };

export default function IntegrationsPage() {
  return <ProviderList />;
}
