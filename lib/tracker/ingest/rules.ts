import { type TokenScope, workspaceProblem } from "@/lib/access/scope/rules";
import { compileCheck } from "@/lib/http/compile-check";
import { firstFault } from "@/lib/http/issue-words";
import { isLargerAsJson, judgeEach } from "@/lib/http/judge-each";
import { unstorablePath } from "@/lib/http/request-body";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/limits";
import { boundAt, type Capture, captureJudge } from "@/lib/tracker/capture/rules";
import {
  CLOCK_SKEW_S_MAX,
  CLOCK_SKEW_TOLD_S_MIN,
  EVENT_AGE_DAYS_MAX,
  EVENT_AHEAD_MINUTES_MAX,
  EVENT_BYTES_MAX,
  INTERVAL_S_MAX,
  INTERVAL_S_MIN,
} from "@/lib/tracker/ingest/limits";
import { type REJECTION_REASONS, TrackerEvent } from "@/lib/tracker/ingest/schema";

type Reason = (typeof REJECTION_REASONS)[number];
export type Refusal = { reason: Reason; detail?: string };
export type Rejection = Refusal & { event_id: string | null; index: number };

/** Derived only by the server; an event that contains one of these is rejected (requirements, "Tracker event"). */
const SERVER_FIELDS = ["category", "attribution"];
const CADENCE_FIELDS = new Set(["key_events", "mouse_events"]);

const isTrackerEvent = compileCheck(TrackerEvent);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Checks an event's shape, and that its texts can be stored. Unknown keys are ignored. */
function shape(sent: object, mayBeUnstorable: boolean): { event: TrackerEvent } | Refusal {
  if (!mayBeUnstorable && isTrackerEvent(sent)) return { event: sent };
  const result = TrackerEvent.safeParse(sent);
  if (!result.success) {
    return { reason: "invalid", detail: firstFault(result.error) };
  }
  const path = mayBeUnstorable ? unstorablePath(result.data) : null;
  if (path !== null) return { reason: "invalid", detail: `${path}: holds characters that can't be stored` };
  return { event: result.data };
}

/** Reasons that apply only to samples not stored before; whether they were is checked when the others are stored. */
const UNLESS_STORED = ["not_captured", "forbidden_workspace"] as const;
const REFUSED_UNLESS_STORED: ReadonlySet<Reason> = new Set(UNLESS_STORED);

/** Says why a well-formed sample is rejected, from its time in ms since 1970 and its app; null if it is not. */
export type Refuse = (
  at: number,
  app: string,
) => (Refusal & { reason: (typeof UNLESS_STORED)[number] }) | null;

/** The reasons to reject a device's samples: something was not to be captured then, or the token does not cover it. */
export function refusalsOf(capture: Capture, tokenScope: TokenScope | null): Refuse | null {
  const isCaptured = captureJudge(capture);
  const isLimited = (tokenScope?.workspaceId ?? null) !== null && capture.past.length > 0;
  if (isCaptured === null && !isLimited) return null;
  return (at, app) => {
    const { workspaceId } = boundAt(capture, at);
    if (isLimited && (workspaceId === null || workspaceProblem(tokenScope, workspaceId) !== null)) {
      return {
        reason: "forbidden_workspace",
        detail: "Taken for a project of another workspace than this API token is limited to",
      };
    }
    return isCaptured?.(at, app) === false ? { reason: "not_captured" } : null;
  };
}

function judge(
  sent: unknown,
  now: Date,
  mayBeUnstorable: boolean,
  refuse: Refuse | null,
): { event: TrackerEvent } | Refusal {
  if (!isObject(sent)) return { reason: "invalid", detail: "An event must be an object" };
  if (isLargerAsJson(sent, EVENT_BYTES_MAX)) {
    return { reason: "too_large", detail: `An event holds at most ${EVENT_BYTES_MAX} bytes` };
  }
  const forbidden = SERVER_FIELDS.find((field) => Object.hasOwn(sent, field));
  if (forbidden) return { reason: "forbidden_field", detail: `${forbidden} is derived by the server` };
  const cadence = sent.input_cadence;
  const unknown = isObject(cadence) && Object.keys(cadence).find((key) => !CADENCE_FIELDS.has(key));
  if (unknown)
    return { reason: "unknown_field", detail: `input_cadence.${unknown.slice(0, 64)} is not known` };
  const shaped = shape(sent, mayBeUnstorable);
  if ("reason" in shaped) return shaped;
  const { event } = shaped;
  if (event.interval_s < INTERVAL_S_MIN || event.interval_s > INTERVAL_S_MAX) {
    return { reason: "interval_out_of_range" };
  }
  const at = Date.parse(event.ts);
  if (!isInWindow(at, now)) return { reason: "ts_out_of_range" };
  return refuse?.(at, event.active_app.bundle_id) ?? { event };
}

/** Whether samples of a given time are accepted; both bounds are inclusive. */
export function isInWindow(ts: number, now: Date): boolean {
  const earliest = now.getTime() - EVENT_AGE_DAYS_MAX * DAY_MS;
  const latest = now.getTime() + EVENT_AHEAD_MINUTES_MAX * MINUTE_MS;
  // Not `ts < earliest || ts > latest`: an unreadable time is NaN, and must be rejected too.
  return ts >= earliest && ts <= latest;
}

/**
 * How many seconds a client's clock is ahead of ours, judging by when it says it sent something; negative if behind.
 */
export function clockSkewS(sentAt: string, now: Date): number {
  const skew = Math.round((Date.parse(sentAt) - now.getTime()) / 1_000);
  return Math.max(-CLOCK_SKEW_S_MAX, Math.min(CLOCK_SKEW_S_MAX, skew));
}

/** How many events were rejected for their time that would have been accepted with the client's clock set right. */
export function lostToClock(
  sent: readonly unknown[],
  rejected: readonly Rejection[],
  skewS: number,
  now: Date,
): number {
  if (Math.abs(skewS) < CLOCK_SKEW_TOLD_S_MIN) return 0;
  return rejected.filter(({ reason, index }) => {
    const event = sent[index];
    const ts = reason === "ts_out_of_range" && isObject(event) ? Date.parse(String(event.ts)) : Number.NaN;
    return isInWindow(ts - skewS * 1_000, now);
  }).length;
}

/**
 * Checks each event of a batch by itself (requirements, "Batch rules"): those to store, and those refused with the
 * reason. The bounds of the time window and of `interval_s` are inclusive. `accepted + rejected` is always the number
 * of events received.
 * @param mayBeUnstorable whether the JSON contains a character that Postgres can't store
 * @param refuse why a well-formed sample is refused; null if it is not
 */
export function judgeEvents(
  sent: readonly unknown[],
  now: Date,
  mayBeUnstorable: boolean,
  refuse: Refuse | null = null,
): { valid: TrackerEvent[]; rejected: Rejection[] } {
  return judgeEach(sent, (each) => judge(each, now, mayBeUnstorable, refuse));
}

/** Ids of the rejected events that count as duplicates if they are stored already. */
export function idsToAsk(rejected: readonly Rejection[]): string[] {
  return rejected.flatMap(({ reason, event_id: id }) =>
    REFUSED_UNLESS_STORED.has(reason) && id !== null ? [id] : [],
  );
}

/** Ids of the events that were rejected because nothing was to be captured then. */
export function notCaptured(rejected: readonly Rejection[]): string[] {
  return rejected.flatMap(({ reason, event_id: id }) =>
    reason === "not_captured" && id !== null ? [id] : [],
  );
}

/** The rejected events without duplicates: resending a stored event is not an error, whatever its time. */
export function withoutDuplicates(rejected: readonly Rejection[], stored: ReadonlySet<string>): Rejection[] {
  return rejected.filter(
    ({ reason, event_id: id }) => !(REFUSED_UNLESS_STORED.has(reason) && id !== null && stored.has(id)),
  );
}
