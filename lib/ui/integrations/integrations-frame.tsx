"use client";

import type { ReactNode } from "react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { PageTabs } from "@/lib/ui/kit/pages/page-tabs";
import { Permitted } from "@/lib/ui/kit/states/no-permission";
import { workspacePath } from "@/lib/ui/shell/navigation";

const TABS = [
  { path: "integrations", label: "Providers" },
  { path: "integrations/deliveries", label: "Received" },
  { path: "integrations/api-keys", label: "API keys" },
  { path: "integrations/product-events", label: "Product events" },
];

/** What the pages about incoming data have in common: who may see them, and their tabs. */
export function IntegrationsFrame({ children }: { children: ReactNode }) {
  const { slug } = useWorkspace();
  const tabs = TABS.map(({ path, label }) => ({ href: workspacePath(slug, path), label }));
  return (
    <Permitted by={["can_manage_integrations"]}>
      <PageHeader
        title="Integrations"
        description="What other services and your own products send to this workspace."
      />
      <PageTabs label="Integrations" tabs={tabs} />
      {children}
    </Permitted>
  );
}
