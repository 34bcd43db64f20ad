"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { Developer } from "@/lib/identity/schema";
import { api } from "@/lib/ui/api/client";
import { keyOf, useAnswer } from "@/lib/ui/api/resource-queries";

export type Profile = z.output<typeof Developer>;

const PROFILE = "/developers/me";

/** The profile of whoever is signed in. */
export function useProfile() {
  return useAnswer(PROFILE, {});
}

/** The time zone of this browser. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The time zone of a person's days: the one in their profile, if this browser knows it. */
export function timeZoneOf({ time_zone: zone }: Profile): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone ?? browserTimeZone() }).resolvedOptions().timeZone;
  } catch {
    return browserTimeZone();
  }
}

/** Changes the profile; shown at once, and reverted if the server refuses. */
export function useUpdateProfile() {
  const queries = useQueryClient();
  const key = keyOf(PROFILE);
  return useMutation({
    mutationFn: (body: { name?: string; current_workspace_id?: string | null; time_zone?: string }) =>
      api.patch(PROFILE, { body }),
    onMutate: (change) => {
      const before = queries.getQueryData(key);
      if (before) queries.setQueryData(key, { ...before, ...change });
      return before;
    },
    onError: (_error, _change, before) => queries.setQueryData(key, before),
    onSuccess: (profile) => queries.setQueryData(key, profile),
  });
}
