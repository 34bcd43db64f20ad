"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { Link } from "@/lib/ui/kit/link";
import { NoPermission } from "@/lib/ui/kit/no-permission";
import { PageHeader } from "@/lib/ui/kit/page-header";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./integrations.module.css";

const TABS = [
  { path: "integrations", label: "Providers" },
  { path: "integrations/deliveries", label: "Received" },
  { path: "integrations/api-keys", label: "API keys" },
  { path: "integrations/product-events", label: "Product events" },
];

/** What the pages about data from outside have in common: whom they are for, and the way between them. */
export function IntegrationsFrame({ children }: { children: ReactNode }) {
  const { slug, can } = useWorkspace();
  const open = usePathname();
  if (!can("can_manage_integrations")) return <NoPermission permission="can_manage_integrations" />;
  return (
    <>
      <PageHeader
        title="Integrations"
        description="What other services and your own products send to this workspace."
      />
      <nav aria-label="Integrations" className={classes.tabs}>
        {TABS.map(({ path, label }) => {
          const href = workspacePath(slug, path);
          return (
            <Link key={path} href={href} aria-current={open === href ? "page" : undefined}>
              {label}
            </Link>
          );
        })}
      </nav>
      {children}
    </>
  );
}
