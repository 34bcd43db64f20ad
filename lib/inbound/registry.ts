import { chat } from "@/lib/inbound/chat/provider";
import { codeHost } from "@/lib/inbound/code-host/provider";
import type { MailProvider } from "@/lib/inbound/email/define-email-provider";
import { mailgun } from "@/lib/inbound/email/mailgun";
import { postmark } from "@/lib/inbound/email/postmark";
import { sendgrid } from "@/lib/inbound/email/sendgrid";
import { ses } from "@/lib/inbound/email/ses";
import { payments } from "@/lib/inbound/payments/provider";
import type { InboundProvider } from "@/lib/inbound/provider";

/** Every mail provider, in the order in which people see them. They share a route. */
export const MAIL_PROVIDERS: readonly MailProvider[] = [ses, sendgrid, mailgun, postmark];

/** Every provider of webhooks, in the order in which people see them. */
export const PROVIDERS: readonly InboundProvider<unknown>[] = [codeHost, payments, chat, ...MAIL_PROVIDERS];

/** A provider by its name; null for one that is no longer there. */
export function findProvider(name: string): InboundProvider<unknown> | null {
  return PROVIDERS.find((provider) => provider.name === name) ?? null;
}

/** A mail provider by its name. @throws where there is none, which the route's schema rules out */
export function getMailProvider(name: string): MailProvider {
  const found = MAIL_PROVIDERS.find((provider) => provider.name === name);
  if (!found) throw new Error(`no mail provider ${name}`);
  return found;
}
