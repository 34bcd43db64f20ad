import { keepPreviousData, useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import type { CorrectSamples } from "@/lib/tracker/corrections/schema";
import { api } from "@/lib/ui/api/client";
import type { AnswerOf } from "@/lib/ui/api/input";
import { keyOf, useAnswer, useRefresh, useSend } from "@/lib/ui/api/resource-queries";

export type DayTimeline = AnswerOf<"GET", "/tracker/timeline">;
export type Lane = DayTimeline["lanes"][number];
export type Span = Lane["spans"][number];
export type DaySums = AnswerOf<"GET", "/tracker/days">;

const POLL_MS = 60_000;
const UNSETTLED_POLL_MS = 2_000;
const REPLAY_POLLS_MAX = 30;

/** How often to poll derived data: often while some is waiting to be derived, every minute if `isLive`. */
const intervalOf = (isWaiting: boolean | undefined, isLive: boolean) =>
  isWaiting ? UNSETTLED_POLL_MS : isLive && POLL_MS;

/** What the reader's devices saw between two instants, polled as `intervalOf` says. */
export function useTimeline(from: Date, to: Date, isLive: boolean) {
  const query = { from: from.toISOString(), to: to.toISOString() };
  return useAnswer(
    "/tracker/timeline",
    { query },
    { refetchInterval: ({ state }) => intervalOf(state.data?.pending, isLive) },
  );
}

/** The reader's sums over a range of days, polled as `intervalOf` says. */
export function useDays(range: { from: string; to: string }, by: "category" | "project", isLive: boolean) {
  return useAnswer(
    "/tracker/days",
    { query: { from: range.from, to: range.to, by } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => intervalOf(state.data?.is_settled === false, isLive),
    },
  );
}

export type Why = AnswerOf<"GET", "/tracker/samples/{sample_id}/why">;
export type Correction = z.input<typeof CorrectSamples>;

/** Why one of the reader's samples counts as it does. */
export function useWhy(sampleId: string, isEnabled = true) {
  return useAnswer(
    "/tracker/samples/{sample_id}/why",
    { params: { sample_id: sampleId } },
    { retry: false, enabled: isEnabled },
  );
}

/** The projects that the reader can assign time to. */
export function useTrackedProjects() {
  return useAnswer("/tracker/projects", {});
}

/** Resolves once a replay of the reader's rules has finished, or after a minute. */
async function replayed(): Promise<void> {
  for (let round = 0; round < REPLAY_POLLS_MAX; round++) {
    await new Promise((resolve) => setTimeout(resolve, UNSETTLED_POLL_MS));
    const { replay } = await api.get("/tracker/rules");
    if (replay?.status !== "running") return;
  }
}

/**
 * Corrects a stretch of the reader's time, undoes a correction, or makes a rule of it. Everything affected is
 * refetched.
 */
export function useCorrections() {
  const refresh = useRefresh(
    keyOf("/tracker/timeline"),
    keyOf("/tracker/activity"),
    keyOf("/tracker/days"),
    keyOf("/tracker/samples/{sample_id}/why"),
  );
  const refreshRules = useRefresh(keyOf("/tracker/rules"));
  const onSuccess = () => void refresh();
  const correct = useSend("patch", "/tracker/samples", {}, { onSuccess });
  const correctAll = useMutation({
    mutationFn: async (bodies: readonly Correction[]) => {
      const ids: string[] = [];
      try {
        for (const body of bodies) ids.push((await api.patch("/tracker/samples", { body })).correction_id);
        return { ids, error: null };
      } catch (error) {
        // Those before it are corrected, and can be undone.
        return { ids, error };
      }
    },
    onSuccess,
  });
  const takeBack = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids)
        await api.delete("/tracker/corrections/{correction_id}", { params: { correction_id: id } });
    },
    onSettled: onSuccess,
  });
  const makeRule = useMutation({
    mutationFn: (id: string) =>
      api.post("/tracker/corrections/{correction_id}/rule", { params: { correction_id: id } }),
    onSuccess: ({ is_applied: isApplied }) => {
      void refreshRules();
      // Earlier time follows the rule a little later.
      if (isApplied) void replayed().then(refresh, refresh);
    },
  });
  return { correct, correctAll, takeBack, makeRule };
}
