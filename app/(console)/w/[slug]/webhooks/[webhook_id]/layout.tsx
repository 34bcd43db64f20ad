import type { ReactNode } from "react";
import { DeliveriesAhead } from "@/lib/ui/webhooks/delivery-log";
import { WebhookFrame } from "@/lib/ui/webhooks/webhook-frame";

type Props = { children: ReactNode; params: Promise<{ webhook_id: string }> };

export default async function WebhookLayout({ children, params }: Props) {
  return (
    <WebhookFrame webhookId={(await params).webhook_id} ahead={{ "": <DeliveriesAhead /> }}>
      {children}
    </WebhookFrame>
  );
}
