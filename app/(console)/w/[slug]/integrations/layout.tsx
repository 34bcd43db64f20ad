import type { ReactNode } from "react";
import { IntegrationsFrame } from "@/lib/ui/integrations/integrations-frame";

export default function IntegrationsLayout({ children }: { children: ReactNode }) {
  return <IntegrationsFrame>{children}</IntegrationsFrame>;
}
