import { isLargerAsJson } from "@/lib/http/judge-each";
import { unstorablePath } from "@/lib/http/request-body";
import { sha256Hex } from "@/lib/platform/crypto";
import { showsPage } from "@/lib/tracker/enrichment/identity-rules";
import { beginOf } from "@/lib/tracker/imports/event-time";
import { countTouched, type Intervals, within, without } from "@/lib/tracker/imports/interval-rules";
import { type Origin, pagesFor, type Seen, watcherOf, windowsFor } from "@/lib/tracker/imports/page-rules";
import {
  EVENT_AGE_DAYS_MAX,
  EVENT_AHEAD_MINUTES_MAX,
  EVENT_BYTES_MAX,
  INTERVAL_S_MAX,
} from "@/lib/tracker/ingest/limits";
import type { TrackerEvent } from "@/lib/tracker/ingest/schema";

/** The parts of an ActivityWatch event that are kept until it is processed. Times are in whole seconds since 1970. */
export type ReadEvent = {
  kind: "window" | "page" | "file";
  /** Its bucket in the file, which names its watcher. */
  bucket: string;
  from: number;
  to: number;
  /**
   * For a window: app, title and, from some watchers on a Mac, a browser's address. For a page: address and title. For a
   * file: path, project and branch.
   */
  texts: (string | null)[];
};

type Read =
  | { event: ReadEvent }
  /** When somebody was there. */
  | { presence: { from: number; to: number; isThere: boolean } }
  | { reason: "invalid" | "too_short" | "ts_out_of_range" };

const text = (value: unknown) => (typeof value === "string" ? value : null);

/** What an event shows, recognised by its data, because every watcher has its own format. Null if unknown. */
function shown(data: Record<string, unknown>): Pick<ReadEvent, "kind" | "texts"> | null {
  const [url, file, app] = [text(data.url), text(data.file), text(data.app)];
  const isHidden = data.incognito === true;
  const title = isHidden ? null : text(data.title);
  if (app !== null) return { kind: "window", texts: url && !isHidden ? [app, title, url] : [app, title] };
  if (url !== null) return { kind: "page", texts: [isHidden ? null : url, title] };
  return file === null ? null : { kind: "file", texts: [file, text(data.project), text(data.branch)] };
}

/**
 * Reads one event of a file.
 * @returns the event in our form, or why it can't be used
 */
export function readEvent(sent: unknown, bucket: string, now: Date): Read {
  const invalid = { reason: "invalid" } as const;
  if (typeof sent !== "object" || sent === null || isLargerAsJson(sent, EVENT_BYTES_MAX)) return invalid;
  const { timestamp, duration, data } = sent as { timestamp?: unknown; duration?: unknown; data?: unknown };
  const start = typeof timestamp === "string" ? beginOf(timestamp) : Number.NaN;
  const isTimed = typeof duration === "number" && Number.isFinite(duration) && duration >= 0;
  if (Number.isNaN(start) || !isTimed || typeof data !== "object" || data === null) return invalid;
  if (unstorablePath(data) !== null) return invalid;
  const earliest = Math.ceil(now.getTime() / 1_000) - EVENT_AGE_DAYS_MAX * 86_400;
  const from = Math.max(earliest, Math.floor(start / 1_000));
  const to = Math.floor(start / 1_000 + duration);
  if (to < earliest || to > now.getTime() / 1_000 + EVENT_AHEAD_MINUTES_MAX * 60) {
    return { reason: "ts_out_of_range" };
  }
  const { status } = data as { status?: unknown };
  if (status === "afk" || status === "not-afk") {
    return { presence: { from, to, isThere: status === "not-afk" } };
  }
  const found = shown(data as Record<string, unknown>);
  if (found === null) return invalid;
  return to <= from ? { reason: "too_short" } : { event: { ...found, bucket, from, to } };
}

const BROWSER_OF: ReadonlyMap<string, string> = new Map([
  ["chrome", "Google Chrome"],
  ["firefox", "Firefox"],
  ["edge", "Microsoft Edge"],
  ["brave", "Brave Browser"],
  ["safari", "Safari"],
  ["opera", "Opera"],
  ["vivaldi", "Vivaldi"],
]);

/** The app of an event. For pages and files it comes from the watcher's name, such as `aw-watcher-web-firefox_host`. */
function appOf({ kind, bucket, texts }: ReadEvent): string {
  if (kind === "window") return texts[0] ?? "";
  const watcher = watcherOf(bucket);
  return BROWSER_OF.get(watcher) ?? watcher;
}

/** Whether an event is a browser's window. */
function isBrowser({ kind, texts }: ReadEvent): boolean {
  const [app = "", windowTitle = null] = texts;
  return (
    kind === "window" &&
    showsPage({ appName: app ?? "", bundleId: app ?? "", windowTitle, url: null, pageTitle: null })
  );
}

/** When somebody was there, a browser was in front, or a page was shown; null if the file does not say. */
export type Covers = {
  there: Intervals | null;
  browsers: Intervals | null;
  pages: Intervals | null;
  /** When somebody was at each computer, where the file tells of several: a window stays open on the one they left. */
  thereOn?: Readonly<Record<string, Intervals>>;
  /** Where the file tells of several browsers or watchers of pages: which of them saw what. */
  seen?: Seen;
};

/** Found once per file and origin: a file may hold a million stretches. */
const FOUND = new WeakMap<Seen, Map<string, Intervals>>();

function once(seen: Seen, key: string, find: () => Intervals): Intervals {
  const known = FOUND.get(seen) ?? new Map<string, Intervals>();
  FOUND.set(seen, known);
  const found = known.get(key) ?? find();
  known.set(key, found);
  return found;
}

/** The computer of a bucket, whose name ends with it: `aw-watcher-window_laptop`. Null for a bucket that names none. */
export function hostOf(bucket: string): string | null {
  return /^[^_]+_(.+?)(?:-synced-from-.*)?$/s.exec(bucket)?.[1] ?? null;
}

function thereOf({ there, thereOn = {} }: Covers, host: string | null): Intervals | null {
  return host !== null && Object.hasOwn(thereOn, host) ? (thereOn[host] ?? there) : there;
}

/** The time of an event, what kind it is and where: all that the number of its samples depends on. */
export type Extent = { from: number; to: number; of: "page" | "browser" | "other" } & Origin;

export function extentOf(event: ReadEvent): Extent {
  const { kind, from, to, bucket, texts } = event;
  const of = kind === "page" ? kind : isBrowser(event) ? "browser" : "other";
  const name = of === "page" ? watcherOf(bucket) : of === "browser" ? (texts[0] ?? "") : "";
  return { from, to, of, host: hostOf(bucket), name };
}

/** When the browsers that may show a page were in front, or the pages of a browser's window were there. */
function besideOf({ of, host, name }: Extent, { browsers, pages, seen }: Covers): Intervals | null {
  if (of === "other") return null;
  const all = of === "page" ? browsers : pages;
  if (all === null || seen === undefined) return all;
  const find = of === "page" ? windowsFor : pagesFor;
  return once(seen, JSON.stringify([of, host, name]), () => find({ host, name }, seen));
}

/**
 * The parts of an event that count: only while somebody was there; pages only while their browser was in front; browser
 * windows only where no page says more. One by one, since there may be many.
 */
export function* piecesOf(event: ReadEvent, covers: Covers): Generator<[from: number, to: number]> {
  const extent = extentOf(event);
  const [there, beside] = [thereOf(covers, extent.host), besideOf(extent, covers)];
  const whole: [number, number][] = [[event.from, event.to]];
  for (const [from, to] of there === null ? whole : within(event.from, event.to, there)) {
    if (beside === null) yield [from, to];
    else if (extent.of === "page") yield* within(from, to, beside);
    else yield* without(from, to, beside);
  }
}

/** How many samples an event may become at most, found without making them. */
export function samplesMaxOf(extent: Extent, covers: Covers): number {
  const { from, to } = extent;
  const cuts = [thereOf(covers, extent.host), besideOf(extent, covers)];
  const pieces = cuts.reduce((sum, cut) => sum + (cut === null ? 0 : countTouched(from, to, cut)), 0);
  return pieces + Math.ceil((to - from) / INTERVAL_S_MAX);
}

/**
 * The samples made from a part of an event, each ten minutes long at most. A sample's id is derived from its content.
 */
export function* samplesOf(event: ReadEvent, [from, to]: [number, number]): Generator<TrackerEvent> {
  const { kind, bucket, texts } = event;
  const app = appOf(event);
  const [first = null, second = null, third = null] = texts;
  for (let start = from; start < to; start += INTERVAL_S_MAX) {
    const end = Math.min(to, start + INTERVAL_S_MAX);
    yield {
      event_id: sha256Hex(JSON.stringify([bucket, kind, texts, start, end])),
      client_seq: 0,
      ts: new Date(end * 1_000).toISOString(),
      interval_s: end - start,
      active_app: { name: app, bundle_id: app, window_title: kind === "window" ? second : null },
      ...(kind === "file" ? { file_context: { path: first, repo: second, branch: third } } : {}),
      ...(kind === "page" ? { browser: { url: first, title: second } } : {}),
      ...(kind === "window" && third !== null ? { browser: { url: third, title: null } } : {}),
    };
  }
}
