import { countOf } from "@/lib/ui/kit/words/counts";
import type { Delivery, Webhook } from "@/lib/ui/webhooks/queries";
import { EVENTS, EVERY_EVENT, type EventType } from "@/lib/webhooks/catalog";
import { DELIVERY_ATTEMPTS_MAX, FAILING_DAYS_MAX } from "@/lib/webhooks/limits";
import type { Recovered } from "@/lib/webhooks/schema";

export type Tone = "calm" | "busy" | "good" | "bad";

/** Below this success rate somebody should take a look. */
const GOOD_RATE = 0.95;

/** Sent whenever someone sends a test, whether or not it is subscribed to. */
export const TEST: EventType = "webhook.test";
const CHOICES_COUNT = EVENTS.filter(({ type }) => type !== TEST).length;

/** A webhook's title: its name, else its address. */
export function titleOf({ name, url }: Pick<Webhook, "name" | "url">): string {
  return name === "" ? url.replace(/^https?:\/\//, "") : name;
}

/** A few words on which events a webhook gets. */
export function eventsOf(events: readonly string[]): string {
  if (events.includes(EVERY_EVENT)) return "Every event";
  const chosen = events.filter((type) => type !== TEST);
  if (chosen.length === 0) return "Test events only";
  return chosen.length === 1 ? (chosen[0] ?? "") : `${chosen.length} of ${CHOICES_COUNT} event types`;
}

/**
 * `97%`. Rounded so that it is never `100%` when something failed, and so that whole percents survive binary
 * fractions.
 */
export function percentOf(rate: number): string {
  return `${Math.floor(Number((rate * 100).toFixed(6)))}%`;
}

/** A webhook's health in a word, with its tone. */
export function healthOf({ is_active, disabled_reason, failing_since, health }: Webhook): {
  label: string;
  tone: Tone;
} {
  if (!is_active)
    return disabled_reason ? { label: "Switched off", tone: "bad" } : { label: "Off", tone: "calm" };
  // Whatever arrived before: nothing does now.
  if (failing_since !== null) return { label: "Failing, trying again", tone: "bad" };
  if (health.success_rate === null) {
    return health.pending > 0
      ? { label: "Delivering", tone: "busy" }
      : { label: "No deliveries", tone: "calm" };
  }
  const tone = health.success_rate < GOOD_RATE ? "bad" : "good";
  return { label: `${percentOf(health.success_rate)} delivered`, tone };
}

/** Why the service switched a webhook off, and what to do about it. */
export const DISABLED: Record<NonNullable<Webhook["disabled_reason"]>, string> = {
  gone: "The subscriber answered 410 Gone, which means that its URL wants no more events. Change the URL, unless that was a mistake, and switch the webhook on again.",
  failing: `Every attempt of ${FAILING_DAYS_MAX} days failed. Fix the subscriber, switch the webhook on again, and send what was missed.`,
};

export const STATUSES: Record<Delivery["status"], { label: string; tone: Tone }> = {
  pending: { label: "Pending", tone: "busy" },
  success: { label: "Delivered", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
};

/** Why a delivery failed for good. */
export const FAILURES: Record<NonNullable<Delivery["failure_reason"]>, string> = {
  attempts_exhausted: `All ${DELIVERY_ATTEMPTS_MAX} attempts failed`,
  gone: "The subscriber answered 410 Gone",
  webhook_disabled: "The webhook was switched off",
  not_permitted: "The webhook's owner doesn't have permission to see this event's data",
  expired: "It was too old to be kept",
};

/** The event types that a webhook holds back because its owner may no longer see them. */
export function heldTypesOf({ withheld_events }: Pick<Webhook, "withheld_events">): string {
  return withheld_events.flatMap(({ type, is_held }) => (is_held ? [type] : [])).join(", ");
}

/** What recovering sends or has sent, in words. */
export function recoveredOf({ failed, waiting, held }: Omit<Recovered, "count">): string {
  const parts = [
    ...(failed > 0 ? [countOf(failed, "failed delivery", "failed deliveries")] : []),
    ...(waiting > 0 ? [countOf(waiting, "waiting delivery", "waiting deliveries")] : []),
    ...(held > 0 ? [countOf(held, "held event")] : []),
  ];
  return new Intl.ListFormat("en").format(parts);
}

/** The result of an attempt: the response's status, or why there is none. */
export function answerOf(attempt: { response_status_code: number | null; error: string | null }): string {
  const { response_status_code: code, error } = attempt;
  if (error !== null) return code === null ? error : `${code} · ${error}`;
  return code === null ? "No answer yet" : String(code);
}

/** `84 ms`, `1.2 s`, from milliseconds. */
export function formatMs(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
