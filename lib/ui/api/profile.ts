"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { Developer } from "@/lib/identity/schema";
import { get, send } from "@/lib/ui/api/client";

export type Profile = z.output<typeof Developer>;

const PROFILE_PATH = "/api/v1/developers/me";
const PROFILE = ["profile"];

/** Who is signed in. */
export function useProfile() {
  return useQuery({
    queryKey: PROFILE,
    queryFn: ({ signal }) => get<Profile>(PROFILE_PATH, { signal }),
  });
}

/** Changes the profile; what changed shows at once and is taken back when the server refuses. */
export function useUpdateProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<Pick<Profile, "name" | "current_workspace_id">>) =>
      send<Profile>("PATCH", PROFILE_PATH, change),
    onMutate: (change) => {
      const before = queries.getQueryData<Profile>(PROFILE);
      if (before) queries.setQueryData(PROFILE, { ...before, ...change });
      return before;
    },
    onError: (_error, _change, before) => queries.setQueryData(PROFILE, before),
    onSuccess: (profile) => queries.setQueryData(PROFILE, profile),
  });
}
