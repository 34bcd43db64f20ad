import type { z } from "zod";
import type { Activity } from "@/lib/tracker/activity/schema";
import type { ItemOf } from "@/lib/ui/api/input";
import { useAnswer, useList } from "@/lib/ui/api/resource-queries";

export type Device = ItemOf<"/tracker/devices">;
export type ActivityByHour = Extract<z.output<typeof Activity>, { group: "hour" }>;

const POLL_MS = 60_000;
const UNSETTLED_POLL_MS = 2_000;

/** The reader's devices, read again every minute while the page is in front. */
export function useDevices() {
  return useList("/tracker/devices", {}, { pollMs: POLL_MS });
}

/**
 * Seconds by hour and category between two instants. Read again every minute if `isLive`, and sooner while samples are
 * waiting to be derived.
 */
export function useActivity(from: Date, to: Date, isLive: boolean) {
  const query = { from: from.toISOString(), to: to.toISOString(), group: "hour" } as const;
  return useAnswer(
    "/tracker/activity",
    { query },
    {
      // The answer is grouped as requested.
      select: (activity) => activity as ActivityByHour,
      refetchInterval: ({ state }) => {
        if (state.data?.is_settled === false) return UNSETTLED_POLL_MS;
        return isLive ? POLL_MS : false;
      },
    },
  );
}
