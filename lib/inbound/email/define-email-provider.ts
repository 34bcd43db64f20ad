import { recordEmailEvents } from "@/lib/crm/emails/record-email-events";
import type { EmailEvent } from "@/lib/crm/emails/rules";
import { mailedWorkspaces } from "@/lib/crm/emails/store";
import type { Kept } from "@/lib/http/large-bodies";
import type { InboundProvider, Sent, Signature } from "@/lib/inbound/provider";
import type { Db } from "@/lib/platform/database";

/** What one kind of mail provider does its own way. */
type EmailProvider = {
  name: string;
  title: string;
  /** How it signs, for the API reference. */
  description: string;
  settings: readonly string[];
  isConfigured(): boolean;
  signature: Signature;
  sent: Sent;
  /** As in `InboundProvider`. */
  keeps?: Kept;
  /** The provider's id of the delivery; null where it sends none. */
  deliveryIdOf(body: unknown): string | null;
  /** What happened, in the provider's words. */
  eventOf(body: unknown): string;
  /** What of it is kept; what lacks its fields is left out. Null for what is no such event at all. */
  eventsOf(body: unknown, receivedAt: Date): EmailEvent[] | null;
  /** Takes a message that is about the provider's service itself, and is not about mail. */
  serve?: { takes(body: unknown): boolean; handle(body: unknown, tx: Db, now: Date): Promise<void> };
};

export type MailProvider = InboundProvider & { description: string };

/**
 * A mail provider as the pipeline takes it: its events are stored in one shape, shown to the workspaces that have a
 * record with the address, and permanent bounces and complaints end mail to it.
 */
export function defineEmailProvider(own: EmailProvider): MailProvider {
  const { name, title, description, settings, isConfigured, signature, sent } = own;
  return {
    name,
    title,
    description,
    settings,
    isConfigured,
    signature,
    sent,
    path: `/api/v1/email-webhooks/${name}`,
    headersKept: [],
    ...(own.keeps ? { keeps: own.keeps } : {}),

    read(body, _headers, now) {
      const named = { deliveryId: own.deliveryIdOf(body), event: own.eventOf(body) };
      if (own.serve?.takes(body)) return { ...named, ignored: null };
      const events = own.eventsOf(body, now);
      if (events === null) return { ...named, ignored: "unsupported_event" };
      const [first, ...others] = new Set(events.map(({ address }) => address));
      if (first === undefined) return { ...named, ignored: "missing_fields" };
      const subject = others.length === 0 ? first : `${first} and ${others.length} more`;
      return { ...named, subject, ignored: null, audience: mailedWorkspaces([first, ...others]) };
    },

    async handle({ body, receivedAt }, tx, now) {
      if (own.serve?.takes(body)) return own.serve.handle(body, tx, now);
      await recordEmailEvents(tx, name, own.eventsOf(body, receivedAt) ?? [], now);
    },
  };
}
