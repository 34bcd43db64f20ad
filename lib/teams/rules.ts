import { SYNC_WINDOW_DAYS } from "@/lib/teams/limits";

const DAY_MS = 86_400_000;

/** The earliest time at which a commit counts for a sync. */
export function syncWindowStart(now: Date): Date {
  return new Date(now.getTime() - SYNC_WINDOW_DAYS * DAY_MS);
}
