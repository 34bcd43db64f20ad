import type { ReactNode } from "react";
import { AutomationFrame } from "@/lib/ui/automations/automation-frame";

type Props = { children: ReactNode; params: Promise<{ automation_id: string }> };

export default async function AutomationLayout({ children, params }: Props) {
  return <AutomationFrame automationId={(await params).automation_id}>{children}</AutomationFrame>;
}
