import { z } from "zod";
import { EMAIL_ADDRESS_CHARS_MAX } from "@/lib/crm/emails/limits";
import { EMAIL_EVENT_TYPES } from "@/lib/crm/emails/rules";
import { Timestamp } from "@/lib/http/fields";

export const EmailEvent = z
  .object({
    id: z.uuid(),
    type: z.enum(EMAIL_EVENT_TYPES),
    address: z.string(),
    is_permanent: z
      .boolean()
      .meta({ description: "Of a bounce: mail to the address is never going to arrive" }),
    reason: z.string().nullable().meta({ description: "What the receiving mail server said" }),
    message_id: z.string().nullable(),
    provider: z.string(),
    occurred_at: Timestamp,
  })
  .meta({ id: "EmailEvent" });
export type EmailEvent = z.input<typeof EmailEvent>;

export const MailAddress = z
  .object({
    address: z.string().max(EMAIL_ADDRESS_CHARS_MAX).meta({ description: "One of the record's addresses" }),
    do_not_mail: z.null().meta({ description: "Lifts the flag" }),
  })
  .meta({ id: "MailAddress" });

export const SuppressionReason = z.enum(["bounce", "complaint"]);

export const EmailAddresses = z
  .array(
    z.object({
      address: z.string(),
      do_not_mail: z.object({ reason: SuppressionReason, since: Timestamp }).nullable().meta({
        description:
          "Set once mail to it bounced permanently or was complained about; lifted for one workspace until it happens again",
      }),
    }),
  )
  .meta({ id: "EmailAddresses" });
export type EmailAddresses = z.input<typeof EmailAddresses>;
