import { DAY_MS } from "@/lib/platform/limits";
import { SYNC_WINDOW_DAYS } from "@/lib/teams/limits";

/** The earliest time at which a commit counts for a sync. */
export function syncWindowStart(now: Date): Date {
  return new Date(now.getTime() - SYNC_WINDOW_DAYS * DAY_MS);
}
