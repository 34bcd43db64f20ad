import { HOUR_MS } from "@/lib/platform/limits";
import { SCREENSHOT_NOTICE_HOURS } from "@/lib/tracker/devices/limits";
import { ScreenshotPolicy } from "@/lib/tracker/devices/schema";

export type Policy = ScreenshotPolicy;

/** What a device's owner was notified about screenshots: the policy that applies from `from`, and the one before. */
export type Notice = { policy: Policy; before: Policy; from: string };

const rankOf = (policy: Policy) => ScreenshotPolicy.options.indexOf(policy);

/** The one of two policies that shows less. */
export function lower(one: Policy, other: Policy): Policy {
  return rankOf(one) <= rankOf(other) ? one : other;
}

/** The most that a device may capture, whatever the settings: nothing that its owner wasn't notified of in time. */
export function screenshotsMax(notice: Notice | null, now: Date): Policy {
  if (notice === null) return "off";
  return now.getTime() >= Date.parse(notice.from) ? notice.policy : notice.before;
}

/** Whether a device's owner has yet to be notified of the settings. */
export function needsNotice(wanted: Policy, notice: Notice | null): boolean {
  return rankOf(wanted) > rankOf(notice?.policy ?? "off");
}

/**
 * What to record as notified for the given settings: an increase takes effect a day after the notice, a decrease at
 * once. A setting that was reverted and set again needs a new notice.
 */
export function nextNotice(wanted: Policy, notice: Notice | null, now: Date): Notice | null {
  if (needsNotice(wanted, notice)) {
    const from = new Date(now.getTime() + SCREENSHOT_NOTICE_HOURS * HOUR_MS).toISOString();
    return { policy: wanted, before: screenshotsMax(notice, now), from };
  }
  if (notice === null || wanted === "off") return null;
  return { ...notice, policy: wanted, before: lower(notice.before, wanted) };
}
