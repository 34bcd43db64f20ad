import { SIGNATURE_AGE_S_MAX } from "@/lib/inbound/payments/limits";
import type { Subscription } from "@/lib/inbound/payments/schema";

/** Whether a signature names a time over 300 s from now, which the provider's library takes: it looks at age alone. */
export function isFromTheFuture(signature: string, now: Date): boolean {
  const times = signature.split(",").filter((part) => part.startsWith("t="));
  return times.some((part) => !(Number(part.slice(2)) - now.getTime() / 1000 <= SIGNATURE_AGE_S_MAX));
}

/** The event that is a subscription's last. */
export const ENDED = "customer.subscription.deleted";

/** Orders events about one subscription that were made in the same second. */
export const RANK_OF_EVENT: ReadonlyMap<string, number> = new Map([
  ["customer.subscription.created", 0],
  ["customer.subscription.updated", 1],
  [ENDED, 2],
]);

/** A `past_due` subscription is still being collected; the provider ends it if that fails. */
const LIVE = new Set(["active", "trialing", "past_due"]);

/** Whether a subscription entitles to its plan. */
export function isLive(type: string, { status }: Subscription): boolean {
  return type !== ENDED && LIVE.has(status);
}

/** The plan that a subscription is for: by the setting, else by what its price or product says; null if none does. */
export function planFor({ items }: Subscription, planOfPrice: ReadonlyMap<string, string>): string | null {
  for (const { price } of items.data) {
    const product = typeof price.product === "object" ? price.product?.metadata?.plan : undefined;
    const plan = planOfPrice.get(price.id) ?? price.metadata?.plan ?? product;
    if (plan) return plan;
  }
  return null;
}
