"use client";

import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { TrackerDevice } from "@/lib/tracker/devices/schema";
import type { Activity } from "@/lib/tracker/enrichment/schema";
import { get } from "@/lib/ui/api/client";
import { useList } from "@/lib/ui/api/use-list";

export type Device = z.output<typeof TrackerDevice>;
export type ActivityByHour = Extract<z.output<typeof Activity>, { group: "hour" }>;

const POLL_MS = 60_000;
const UNSETTLED_POLL_MS = 2_000;
const DEVICES = ["devices"];

/** The reader's devices, read again every minute while the page is in front. */
export function useDevices() {
  return useList<Device>(DEVICES, "/api/v1/tracker/devices", { pollMs: POLL_MS });
}

/**
 * Seconds by hour and category between two instants, read again every minute when `isLive`, and sooner while samples
 * still wait to be derived.
 */
export function useActivity(from: Date, to: Date, isLive: boolean) {
  const [start, end] = [from.toISOString(), to.toISOString()];
  const query = new URLSearchParams({ from: start, to: end, group: "hour" });
  return useQuery({
    queryKey: ["activity", start, end],
    queryFn: ({ signal }) => get<ActivityByHour>(`/api/v1/tracker/activity?${query}`, { signal }),
    refetchInterval: ({ state }) => {
      if (state.data?.is_settled === false) return UNSETTLED_POLL_MS;
      return isLive ? POLL_MS : false;
    },
  });
}
