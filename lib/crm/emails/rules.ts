import { EMAIL_ADDRESS_CHARS_MAX, EMAIL_ID_CHARS_MAX, EMAIL_REASON_CHARS_MAX } from "@/lib/crm/emails/limits";
import { sha256Hex } from "@/lib/platform/crypto";
import { storable } from "@/lib/platform/storable";

export const EMAIL_EVENT_TYPES = ["delivery", "bounce", "complaint", "open", "click"] as const;
export type EmailEventType = (typeof EMAIL_EVENT_TYPES)[number];

/**
 * What happened to a mail, from any provider. Neither subject nor link is stored: the address's owner did not ask us
 * to.
 */
export type EmailEvent = {
  /** The provider's id of the event, unique with the address. */
  eventId: string;
  type: EmailEventType;
  address: string;
  /** Of a bounce: whether mail to the address is never going to arrive. */
  isPermanent: boolean;
  reason: string | null;
  messageId: string | null;
  occurredAt: Date;
};

const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** The bare address of `Ada <ada@example.com>`, in lower case; null where there is none. */
function addressOf(text: string): string | null {
  const bare = (/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).trim().toLowerCase();
  return ADDRESS.test(bare) && bare.length <= EMAIL_ADDRESS_CHARS_MAX && storable(bare, bare.length) === bare
    ? bare
    : null;
}

type ReportedEvent = Omit<EmailEvent, "occurredAt" | "address"> & {
  address: string;
  occurredAt: Date | number | string;
};

/**
 * An event in its stored form; nothing if the address is not valid. A time that can't be read, or lies in the future,
 * becomes the time of receipt.
 */
export function emailEvent(reported: ReportedEvent, receivedAt: Date): EmailEvent[] {
  const address = addressOf(reported.address);
  if (address === null) return [];
  const occurred = new Date(reported.occurredAt);
  const isPlausible = occurred.getTime() >= 0 && occurred <= receivedAt;
  return [
    {
      ...reported,
      address,
      eventId: sha256Hex(`${reported.eventId}\n${address}`),
      reason: reported.reason === null ? null : storable(reported.reason, EMAIL_REASON_CHARS_MAX),
      messageId: reported.messageId === null ? null : storable(reported.messageId, EMAIL_ID_CHARS_MAX),
      occurredAt: isPlausible ? occurred : receivedAt,
    },
  ];
}

/** Whether an event means that the address must get no mail any more. */
export function isSuppressing({ type, isPermanent }: EmailEvent): boolean {
  return type === "complaint" || (type === "bounce" && isPermanent);
}
