import type { ReactNode } from "react";
import { AppFrame } from "@/lib/ui/shell/app-frame";
import { ConsoleShell } from "@/lib/ui/shell/console-shell";

export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return (
    <AppFrame>
      <ConsoleShell>{children}</ConsoleShell>
    </AppFrame>
  );
}
