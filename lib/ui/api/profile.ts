"use client";

import {
  type QueryClient,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
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

export type ProfileChange = { name?: string; current_workspace_id?: string | null; time_zone?: string };

/** `profile` with the values that `from` has of the keys in `change`. */
function withKeysOf(profile: Profile, change: ProfileChange, from: Profile): Profile {
  const keys = Object.keys(change) as (keyof ProfileChange)[];
  return { ...profile, ...Object.fromEntries(keys.map((key) => [key, from[key]])) };
}

/**
 * The options for changing the profile: shown at once, and reverted if the server refuses. Changes are sent one after
 * the other, so that the last one holds, and the answer to the last one is shown.
 */
export function profileChanges(
  queries: QueryClient,
): UseMutationOptions<Profile, Error, ProfileChange, Profile | undefined> {
  const key = keyOf(PROFILE);
  const mutationKey = ["change", PROFILE];
  const set = (change: (profile: Profile) => Profile) =>
    queries.setQueryData<Profile>(key, (profile) => profile && change(profile));
  return {
    mutationKey,
    scope: { id: JSON.stringify(mutationKey) },
    mutationFn: (body) => api.patch(PROFILE, { body }),
    onMutate: async (change) => {
      const before = queries.getQueryData<Profile>(key);
      set((profile) => ({ ...profile, ...change }));
      // A profile that was read before the change would show the older value.
      await queries.cancelQueries({ queryKey: key });
      return before;
    },
    onSuccess: (profile) => {
      // While more changes are waiting, an answer is older than what is shown; the last one contains them all.
      if (queries.isMutating({ mutationKey }) === 1) queries.setQueryData<Profile>(key, profile);
    },
    onError: (_error, change, before) => {
      if (before) set((profile) => withKeysOf(profile, change, before));
      // What was shown before may itself have been refused.
      return queries.invalidateQueries({ queryKey: key });
    },
  };
}

/** Changes the profile. */
export function useUpdateProfile() {
  return useMutation(profileChanges(useQueryClient()));
}
