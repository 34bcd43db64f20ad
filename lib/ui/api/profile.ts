import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { AnswerOf } from "@/lib/ui/api/input";
import { answerChange, keyOf, useAnswer, withChange } from "@/lib/ui/api/resource-queries";

export type Profile = AnswerOf<"GET", typeof PROFILE>;

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
  if (zone === null) return browserTimeZone();
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return zone;
  } catch {
    return browserTimeZone();
  }
}

export type ProfileChange = { name?: string; current_workspace_id?: string | null; time_zone?: string };

/** The options for changing the profile. */
export function profileChanges(queries: QueryClient) {
  return answerChange(queries, keyOf(PROFILE), {
    send: (body: ProfileChange) => api.patch(PROFILE, { body }),
    edit: withChange,
  });
}

/** Changes the profile. */
export function useUpdateProfile() {
  return useMutation(profileChanges(useQueryClient()));
}
