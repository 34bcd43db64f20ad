import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import type { ReactNode } from "react";
import { AppProviders } from "@/lib/ui/shell/app-providers";

/** The component library's look, server state and messages, around all pages but the public ones. */
export function AppFrame({ children }: { children: ReactNode }) {
  return <AppProviders>{children}</AppProviders>;
}
