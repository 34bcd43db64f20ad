import { parseUrl } from "@/lib/platform/parse-url";
import { showsPage } from "@/lib/tracker/enrichment/identity-rules";
import { beginOf } from "@/lib/tracker/imports/event-time";
import { merged, within } from "@/lib/tracker/imports/interval-rules";
import { mayShow, watcherOf } from "@/lib/tracker/imports/page-rules";
import { ClientError } from "@/lib/tracker-client/client-error";
import {
  ACTIVITYWATCH_CHUNK_S,
  ACTIVITYWATCH_UNSETTLED_S,
  ACTIVITYWATCH_WAIT_MS,
} from "@/lib/tracker-client/limits";
import type { Seen, Source, Stretch } from "@/lib/tracker-client/seen";

/*
 * ActivityWatch answers without a password, but only on this computer, so only a client beside it can send its data to
 * a service: https://docs.activitywatch.net/en/latest/api/rest.html
 */

const ACTIVITYWATCH_ADDRESS = "http://127.0.0.1:5600";

type Bucket = { id: string; type: string; hostname?: string };
/** An event as its API gives it: seconds, with fractions. */
export type WatchedEvent = { timestamp: string; duration: number; data: Record<string, unknown> };
export type Watched = { bucket: Bucket; events: readonly WatchedEvent[] }[];

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** An event's whole seconds, within some. */
function secondsOf({ timestamp, duration }: WatchedEvent, from: number, to: number): [number, number] {
  const start = beginOf(timestamp) / 1_000;
  // Rounded alike at both ends, so that what follows upon another still does.
  return [Math.max(from, Math.round(start)), Math.min(to, Math.round(start + duration))];
}

type Span = { from: number; to: number; data: Record<string, unknown>; watcher: string };

function spansOf(watched: Watched, type: string, from: number, to: number): Span[] {
  return watched
    .filter(({ bucket }) => bucket.type === type)
    .flatMap(({ bucket, events }) =>
      events.map((event) => {
        const [begin, end] = secondsOf(event, from, to);
        return { from: begin, to: end, data: event.data, watcher: watcherOf(bucket.id) };
      }),
    )
    .filter((span) => span.to > span.from)
    .toSorted((a, b) => a.from - b.from || a.to - b.to);
}

/**
 * Up to which second nothing changes any more. That somebody is there is written with their last touch of a key or the
 * mouse; that they left, only minutes later, and for those minutes then.
 */
export function settledTo(watched: Watched, from: number, to: number): number {
  const presence = watched.filter(({ bucket }) => bucket.type === "afkstatus");
  if (presence.length === 0) return to;
  const ends = presence.flatMap(({ events }) => events.map((event) => secondsOf(event, from, to)[1]));
  return Math.max(from, ...ends);
}

/** What is known beside the window at a moment: the page of a browser, the file of an editor. */
function beside(spans: readonly Span[], from: number, to: number): Span[] {
  return spans.filter((span) => span.from < to && span.to > from);
}

/** The page that a browser's own watcher saw, or that its window names: on a Mac some watchers of windows do. */
function pageOf({ data }: Span): Partial<Seen> {
  if (data.incognito === true) return {};
  const url = text(data.url);
  const pageTitle = text(data.app) === undefined ? text(data.title) : undefined;
  return { ...(url ? { url } : {}), ...(pageTitle ? { pageTitle } : {}) };
}

function fileOf({ data }: Span): Partial<Seen> {
  const [filePath, repo, branch] = [text(data.file), text(data.project), text(data.branch)];
  return { ...(filePath ? { filePath } : {}), ...(repo ? { repo } : {}), ...(branch ? { branch } : {}) };
}

/**
 * What somebody did, second by second: the windows while somebody was present; browsers with the page if its watcher
 * reports it, other apps with the file. Stretches are in order and don't overlap.
 */
export function stretchesOf(watched: Watched, from: number, to: number): Stretch[] {
  const spans = (type: string) => spansOf(watched, type, from, to);
  const [windows, presence] = [spans("currentwindow"), spans("afkstatus")];
  const [pages, files] = [spans("web.tab.current"), spans("app.editor.activity")];
  const watchers = [...new Set(pages.map(({ watcher }) => watcher))];
  const isWatched = watched.some(({ bucket }) => bucket.type === "afkstatus");
  const there = isWatched
    ? merged(presence.flatMap((span) => (span.data.status === "not-afk" ? [span.from, span.to] : [])))
    : [from, to];
  const found: Stretch[] = [];
  let done = from;
  for (const window of windows) {
    const app = text(window.data.app);
    const [begin, end] = [Math.max(done, window.from), window.to];
    if (app === undefined || end <= begin) continue;
    done = end;
    const windowTitle = text(window.data.title);
    const seen: Seen = { appName: app, bundleId: app, ...(windowTitle ? { windowTitle } : {}) };
    const isBrowser = showsPage({ ...seen, windowTitle: windowTitle ?? null, url: null, pageTitle: null });
    const more = isBrowser ? pages.filter(({ watcher }) => mayShow(app, watcher, watchers)) : files;
    for (const [since, until] of within(begin, end, there)) {
      const known = beside(more, since, until);
      const cuts = [since, until, ...known.flatMap((span) => [span.from, span.to])]
        .filter((cut) => cut >= since && cut <= until)
        .toSorted((a, b) => a - b);
      cuts.forEach((cut, index) => {
        const next = cuts[index + 1];
        if (next === undefined || next === cut) return;
        // The one that began last is in front.
        const span = known.findLast((each) => each.from <= cut && each.to >= next);
        const rest = isBrowser ? pageOf(span ?? window) : span === undefined ? {} : fileOf(span);
        // Of a private window the title says as much as the address would.
        const shown =
          (span ?? window).data.incognito === true
            ? { appName: app, bundleId: app, isPrivate: true }
            : { ...seen, ...rest };
        found.push({ from: cut, to: next, seen: shown });
      });
    }
  }
  return found;
}

const TYPES = new Set(["currentwindow", "afkstatus", "web.tab.current", "app.editor.activity"]);

async function get<T>(address: string, path: string): Promise<T> {
  const response = await fetch(`${address}/api/0${path}`, {
    signal: AbortSignal.timeout(ACTIVITYWATCH_WAIT_MS),
  }).catch((cause: unknown) => {
    throw new Error(`ActivityWatch does not answer at ${address}`, { cause });
  });
  if (!response.ok) throw new Error(`ActivityWatch answered ${response.status} at ${path}`);
  return (await response.json()) as T;
}

const iso = (second: number) => new Date(second * 1_000).toISOString();

/** Watchers in browsers and editors don't know what their computer is called. */
const NAMELESS = new Set(["web.tab.current", "app.editor.activity"]);

/** The buckets of this computer: those synced from another computer belong to that one's client. */
async function bucketsAt(address: string): Promise<Bucket[]> {
  const [{ hostname }, buckets] = await Promise.all([
    get<{ hostname?: string }>(address, "/info"),
    get<Record<string, Bucket>>(address, "/buckets/"),
  ]);
  return Object.values(buckets).filter(
    ({ type, hostname: of }) => TYPES.has(type) && (NAMELESS.has(type) || of === hostname),
  );
}

/** Whether ActivityWatch answers and watches windows. */
export async function isActivityWatchThere(address = ACTIVITYWATCH_ADDRESS): Promise<boolean> {
  const buckets = await bucketsAt(address).catch(() => []);
  return buckets.some(({ type }) => type === "currentwindow");
}

/** What ActivityWatch records on this computer. @throws ClientError for an address of another computer */
export function activityWatch(address = ACTIVITYWATCH_ADDRESS): Source {
  const host = parseUrl(address)?.hostname ?? "";
  if (!["127.0.0.1", "localhost", "[::1]"].includes(host)) {
    throw new ClientError("ActivityWatch is read on this computer alone: give an address of 127.0.0.1.");
  }
  const base = address.replace(/\/+$/, "");
  return {
    name: "ActivityWatch",
    kind: "reading",
    async read(from, now) {
      const end = Math.min(from + ACTIVITYWATCH_CHUNK_S, now - ACTIVITYWATCH_UNSETTLED_S);
      if (end <= from) return { stretches: [], to: from };
      const buckets = await bucketsAt(base);
      const range = `start=${iso(from)}&end=${iso(end)}&limit=-1`;
      const watched = await Promise.all(
        buckets.map(async (bucket) => ({
          bucket,
          events: await get<WatchedEvent[]>(
            base,
            `/buckets/${encodeURIComponent(bucket.id)}/events?${range}`,
          ),
        })),
      );
      // What lies an hour back is settled, whoever watched it.
      const to = end < now - ACTIVITYWATCH_CHUNK_S ? end : settledTo(watched, from, end);
      return { stretches: stretchesOf(watched, from, to), to };
    },
    close() {},
  };
}
