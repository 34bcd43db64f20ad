import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { AnswerOf, ItemOf } from "@/lib/ui/api/input";
import { keyOf, useAnswer, useAnswerChange, useList, useRefresh } from "@/lib/ui/api/resource-queries";
import type { RulesEdit } from "@/lib/ui/tracker/redaction-rules";

export type Sample = ItemOf<typeof EVENTS>;
export type Summary = AnswerOf<"GET", typeof SUMMARY>;
export type View = ItemOf<typeof VIEWS>;
/** A range in the API's format; open where a bound is missing. */
export type Range = { from?: string; to?: string };

const SUMMARY = "/tracker/captured";
const EVENTS = "/tracker/events";
const EXPORT = "/tracker/events/export";
const RULES = "/tracker/redaction";
const VIEWS = "/tracker/views";
const ROWS_PER_PAGE = 20;
const ERASING_POLL_MS = 2_000;

/** How much data of the reader a range contains. */
export function useSummary(range: Range) {
  return useAnswer(
    SUMMARY,
    { query: range },
    { refetchInterval: ({ state }) => (state.data?.is_erasing ? ERASING_POLL_MS : false) },
  );
}

/** The reader's samples of a range, newest first. */
export function useSamples(range: Range) {
  return useList(EVENTS, { query: { ...range, limit: ROWS_PER_PAGE } });
}

/** Saves the reader's samples of a range as a file. */
export function useExport() {
  return useMutation({
    mutationFn: ({ range, format }: { range: Range; format: "csv" | "json" }) =>
      api.download(
        EXPORT,
        { query: { ...range, format } },
        `captured-${new Date().toISOString().slice(0, 10)}.${format}`,
      ),
  });
}

/** Erases the data in a range. */
export function useErase() {
  return useMutation({
    mutationFn: (range: { from: string; to: string }) => api.delete(EVENTS, { query: range }),
    onSettled: useRefresh(
      keyOf(EVENTS),
      keyOf(SUMMARY),
      keyOf("/tracker/activity"),
      keyOf("/tracker/timeline"),
      keyOf("/tracker/days"),
    ),
  });
}

/** The reader's redaction rules. */
export function useOwnRules() {
  return useAnswer(RULES, {});
}

/** Changes the reader's rules, as they are then: what another tab added since stays. Shown at once. */
export function useSetOwnRules() {
  return useAnswerChange(keyOf(RULES), {
    send: async (edit: RulesEdit) => {
      const { rules } = await api.get(RULES);
      return api.put(RULES, { body: { rules: edit(rules) } });
    },
    edit: (shown, edit) => ({ ...shown, rules: edit(shown.rules) }),
    onSettled: useRefresh(keyOf(EVENTS)),
  });
}

/** Who viewed the reader's screenshots or days. */
export function useViews() {
  return useList(VIEWS, { query: { limit: ROWS_PER_PAGE } });
}
