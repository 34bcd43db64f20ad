import type { ReactNode } from "react";
import { AppFrame } from "@/lib/ui/app-frame";
import { ConsoleShell } from "@/lib/ui/console-shell";

export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return (
    <AppFrame>
      <ConsoleShell>{children}</ConsoleShell>
    </AppFrame>
  );
}
