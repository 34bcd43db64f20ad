import { createHash } from "node:crypto";
import { bearerOf } from "@/lib/http/bearer";
import { firstFault } from "@/lib/http/issue-words";
import { isLargerAsJson } from "@/lib/http/judge-each";
import { unstorablePath } from "@/lib/http/request-body";
import { editorOf } from "@/lib/tracker/editors/editors";
import { Heartbeat } from "@/lib/tracker/editors/schema";
import { EVENT_AGE_DAYS_MAX, EVENT_AHEAD_MINUTES_MAX, EVENT_BYTES_MAX } from "@/lib/tracker/ingest/limits";
import { isInWindow, type Refusal, type Refuse } from "@/lib/tracker/ingest/rules";
import type { TrackerEvent } from "@/lib/tracker/ingest/schema";

/** The format that plugins check before they send: `waka_` and a version 4 UUID. */
const EDITOR_KEY = /^waka_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const BASIC = /^Basic +([A-Za-z0-9+/_-]{1,128}={0,2})$/i;

/**
 * The key in an `Authorization` header as editor plugins send it: `Basic` with the base64 of the key (in place of user
 * and password, mostly without the colon, or with one before or behind it), or `Bearer` with the key. Null for anything else.
 */
export function readEditorKey(authorization: string | null): string | null {
  const basic = BASIC.exec(authorization ?? "")?.[1];
  const sent = basic === undefined ? bearerOf(authorization) : atobText(basic);
  const key = sent?.replace(/^:|:$/, "") ?? "";
  return EDITOR_KEY.test(key) ? key.toLowerCase() : null;
}

function atobText(base64: string): string {
  return Buffer.from(base64, "base64").toString("latin1");
}

/** Serialises content so that the order of keys doesn't matter; null values are left out. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(
      Object.entries(inner)
        .filter(([, each]) => each !== null)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  });
}

/** The sample made from a heartbeat; or, if it is refused, the reason. */
export type HeartbeatVerdict =
  | { refusal: null; sent: Heartbeat; event: TrackerEvent }
  | { refusal: Refusal; sent: Heartbeat; event: TrackerEvent }
  | { refusal: Refusal; sent: null; event: null };

const TEXT_OF: Partial<Record<Refusal["reason"], string>> = {
  ts_out_of_range: `time: must lie within the last ${EVENT_AGE_DAYS_MAX} days, and at most ${EVENT_AHEAD_MINUTES_MAX} minutes ahead`,
  not_captured: "Not captured: paused, outside of working hours, or an app that is left out",
};

/** The reason for a refusal, worded for the sender. */
export function refusalText({ reason, detail }: Refusal): string {
  return detail ?? TEXT_OF[reason] ?? reason;
}

/** A page's address; for a domain, its home page. */
function addressOf(type: string, entity: string): string | null {
  if (type === "url") return entity;
  if (type !== "domain") return null;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(entity) ? entity : `https://${entity}/`;
}

/** What names a heartbeat's editor: the heartbeat, in one of two fields, or else the header of its request. */
function agentOf({ user_agent, plugin }: Heartbeat, header: string | null): string | null {
  return user_agent ?? plugin ?? header;
}

/** A name that an extension knows; null where it leaves it to the server: `<<LAST_PROJECT>>`. */
function known(name: string | null | undefined): string | null {
  return name == null || /^<<LAST_[A-Z]+>>$/.test(name) ? null : name;
}

function toEvent(sent: Heartbeat, at: number, intervalS: number, userAgent: string | null): TrackerEvent {
  const type = sent.type ?? "file";
  const { name, programs } = editorOf(agentOf(sent, userAgent));
  const isApp = type === "app";
  return {
    event_id: createHash("sha256").update(canonical(sent)).digest("hex"),
    // Editors don't number what they send.
    client_seq: 0,
    ts: new Date(at).toISOString(),
    interval_s: intervalS,
    active_app: isApp ? { name: sent.entity, bundle_id: sent.entity } : { name, bundle_id: programs[0] },
    file_context: {
      path: type === "file" ? sent.entity : null,
      repo: known(sent.project) ?? known(sent.alternate_project),
      branch: known(sent.branch),
    },
    browser: { url: addressOf(type, sent.entity) },
  };
}

/** Why an app is not captured at an instant; null if it is captured. Excluding any of the app's names excludes it. */
function refusalOf(event: TrackerEvent, at: number, userAgent: string | null, refuse: Refuse | null) {
  if (refuse === null) return null;
  const { name, bundle_id: program } = event.active_app;
  const { programs } = editorOf(userAgent);
  const names = programs[0] === program ? programs : [program];
  for (const each of [...names, name]) {
    const refusal = refuse(at, each);
    if (refusal) return refusal;
  }
  return null;
}

/**
 * Checks one heartbeat, as events of batches are checked.
 * @param intervalS the longest time that it can cover
 * @param userAgent the request's, for a heartbeat that names no editor
 * @param mayBeUnstorable whether its JSON contains a character that Postgres can't store
 */
export function judgeHeartbeat(
  sent: unknown,
  intervalS: number,
  userAgent: string | null,
  { now, mayBeUnstorable, refuse }: { now: Date; mayBeUnstorable: boolean; refuse: Refuse | null },
): HeartbeatVerdict {
  const refused = (refusal: Refusal) => ({ refusal, sent: null, event: null });
  if (isLargerAsJson(sent, EVENT_BYTES_MAX)) {
    return refused({ reason: "too_large", detail: `A heartbeat holds at most ${EVENT_BYTES_MAX} bytes` });
  }
  const result = Heartbeat.safeParse(sent);
  if (!result.success) {
    const isOfAll = result.error.issues[0]?.path.length === 0;
    return refused({ reason: "invalid", detail: isOfAll ? "Must be an object" : firstFault(result.error) });
  }
  const path = mayBeUnstorable ? unstorablePath(result.data) : null;
  if (path !== null) {
    return refused({ reason: "invalid", detail: `${path}: holds characters that can't be stored` });
  }
  const at = Math.round(result.data.time * 1_000);
  if (!isInWindow(at, now)) return refused({ reason: "ts_out_of_range" });
  const event = toEvent(result.data, at, intervalS, userAgent);
  const refusal = refusalOf(event, at, agentOf(result.data, userAgent), refuse);
  return { refusal, sent: result.data, event };
}

/** `2 hrs 5 mins`, `1 hr`, `30 secs`, as plugins show it. */
function durationText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;
  if (hours === 0 && minutes === 0) return counted(seconds, "sec");
  return [hours > 0 && counted(hours, "hr"), minutes > 0 && counted(minutes, "min")]
    .filter(Boolean)
    .join(" ");
}

/** A number of seconds in the formats that plugins read. */
export function durationOf(seconds: number) {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  return {
    text: durationText(seconds),
    digital: `${hours}:${String(minutes).padStart(2, "0")}`,
    hours,
    minutes,
    total_seconds: seconds,
  };
}
