import { chat } from "@/lib/inbound/chat/provider";
import { codeHost } from "@/lib/inbound/code-host/provider";
import { mailgun } from "@/lib/inbound/email/mailgun";
import { postmark } from "@/lib/inbound/email/postmark";
import { sendgrid } from "@/lib/inbound/email/sendgrid";
import { ses } from "@/lib/inbound/email/ses";
import { payments } from "@/lib/inbound/payments/provider";
import type { InboundProvider } from "@/lib/inbound/provider";

/** Every provider of webhooks, in the order in which people see them. */
export const PROVIDERS: readonly InboundProvider<unknown>[] = [
  codeHost,
  payments,
  chat,
  ses,
  sendgrid,
  mailgun,
  postmark,
];

/** A provider by its name; null for one that is no longer there. */
export function findProvider(name: string): InboundProvider<unknown> | null {
  return PROVIDERS.find((provider) => provider.name === name) ?? null;
}
