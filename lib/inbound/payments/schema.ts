import { z } from "zod";
import { SUBSCRIPTION_ITEMS_MAX } from "@/lib/inbound/payments/limits";
import { storable } from "@/lib/platform/storable";

/*
 * What is read of the payments provider's events. Everything else in them is dropped unseen.
 */

export const PaymentEvent = z.object({
  id: z.string().min(1),
  type: z.string(),
  created: z.int().min(0).max(253_402_300_799),
  data: z.object({ object: z.unknown() }),
});

const stored = (text: string) => storable(text, text.length);

const Metadata = z.record(z.string(), z.string().transform(stored)).nullish();

export const Subscription = z.object({
  id: z.string().min(1).max(255).transform(stored),
  status: z.string().max(50).transform(stored),
  metadata: Metadata,
  items: z.object({
    data: z
      .array(
        z.object({
          price: z.object({
            id: z.string(),
            metadata: Metadata,
            // An id, unless the provider was asked to send the product along.
            product: z.union([z.string(), z.object({ metadata: Metadata })]).nullish(),
          }),
        }),
      )
      .min(1)
      .max(SUBSCRIPTION_ITEMS_MAX),
  }),
});
export type Subscription = z.output<typeof Subscription>;
