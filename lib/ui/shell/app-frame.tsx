import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import type { ReactNode } from "react";
import { AppProviders } from "@/lib/ui/shell/app-providers";

/** Theme, server state and toasts for all pages except the public ones. */
export function AppFrame({ children }: { children: ReactNode }) {
  return <AppProviders>{children}</AppProviders>;
}
