import { invalidBody } from "@/lib/http/app-error";
import { DAY_MS } from "@/lib/platform/limits";
import { PAUSE_DAYS_MAX } from "@/lib/tracker/capture/limits";

/**
 * When a pause is to end; null for no end.
 * @throws AppError invalid if the end has passed or is too far ahead, or if an end is given for resuming
 */
export function checkUntil(paused: boolean, until: string | null | undefined, now: Date): Date | null {
  if (until == null) return null;
  const end = new Date(until);
  const aheadMs = end.getTime() - now.getTime();
  const message = !paused
    ? "Only a pause has an end"
    : aheadMs <= 0
      ? "Must lie in the future"
      : aheadMs > PAUSE_DAYS_MAX * DAY_MS
        ? `Must be at most ${PAUSE_DAYS_MAX} days ahead`
        : null;
  if (message === null) return end;
  throw invalidBody([{ path: "until", message }]);
}
