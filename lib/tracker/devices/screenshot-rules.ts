import type { z } from "zod";
import { SCREENSHOT_NOTICE_HOURS } from "@/lib/tracker/devices/limits";
import { ScreenshotPolicy } from "@/lib/tracker/devices/schema";

const HOUR_MS = 3_600_000;

export type Policy = z.output<typeof ScreenshotPolicy>;

/** What a device's owner was notified about screenshots: the policy that applies from `from`, and the one before. */
export type Told = { policy: Policy; before: Policy; from: string };

const rankOf = (policy: Policy) => ScreenshotPolicy.options.indexOf(policy);

/** The one of two policies that shows less. */
export function lower(one: Policy, other: Policy): Policy {
  return rankOf(one) <= rankOf(other) ? one : other;
}

/** The most that a device may capture, whatever the settings: nothing that its owner wasn't notified of in time. */
export function screenshotsMax(told: Told | null, now: Date): Policy {
  if (told === null) return "off";
  return now.getTime() >= Date.parse(told.from) ? told.policy : told.before;
}

/** Whether a device's owner has yet to be notified of the settings. */
export function isUntold(wanted: Policy, told: Told | null): boolean {
  return rankOf(wanted) > rankOf(told?.policy ?? "off");
}

/**
 * What to record as notified for the given settings: an increase takes effect a day after the notice, a decrease at
 * once. A setting that was reverted and set again needs a new notice.
 */
export function toTell(wanted: Policy, told: Told | null, now: Date): Told | null {
  if (isUntold(wanted, told)) {
    const from = new Date(now.getTime() + SCREENSHOT_NOTICE_HOURS * HOUR_MS).toISOString();
    return { policy: wanted, before: screenshotsMax(told, now), from };
  }
  if (told === null || wanted === "off") return null;
  return { ...told, policy: wanted, before: lower(told.before, wanted) };
}
