import type { ReactNode } from "react";
import { AutomationFrame } from "@/lib/ui/automations/automation-frame";
import { RunsAhead } from "@/lib/ui/automations/run-log";
import { BuilderAhead } from "@/lib/ui/automations/use-builder";

type Props = { children: ReactNode; params: Promise<{ automation_id: string }> };

export default async function AutomationLayout({ children, params }: Props) {
  return (
    <AutomationFrame
      automationId={(await params).automation_id}
      ahead={{ "": <BuilderAhead />, runs: <RunsAhead /> }}
    >
      {children}
    </AutomationFrame>
  );
}
