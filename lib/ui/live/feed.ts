import type { LiveChange } from "@/lib/live/schema";
import { ApiError, api, isRefusal } from "@/lib/ui/api/client";

export type Change = LiveChange;
/** Called with a change; with null if anything may have changed. */
type Hearer = (change: Change | null) => void;

/** Without a stream, everything that is shown is polled this often. */
const POLL_MS = 20_000;
/** The same with a stream: an event may be lost when a process ends. */
const CHECK_MS = 120_000;
/** A stream that is silent for three heartbeats is considered dead. */
const SILENCE_MS_MAX = 45_000;
const RETRY_MS_MIN = 1_000;
const RETRY_MS_MAX = 30_000;
/** How soon to retry after a stream was refused. */
const REFUSED_RETRY_MS = 60_000;
/** Random delay, so that people who look at the same thing don't all refetch it at the same moment. */
const SPREAD_MS = 200;
/** The shortest interval between refetches of something that changes all the time. */
const REPEAT_MS_MIN = 1_000;
const REFUSALS = new Set([403, 404, 429, 503]);

/** The changes in a stream's text, and the incomplete rest of it. */
export function readEvents(text: string): { changes: Change[]; rest: string } {
  const events = text.split("\n\n");
  const rest = events.pop() ?? "";
  const changes = events.flatMap((event) =>
    event.startsWith("data: ") ? [JSON.parse(event.slice("data: ".length)) as Change] : [],
  );
  return { changes, rest };
}

/**
 * The changes in a workspace while this tab is visible: from a stream, or by polling if there is none. A hidden tab
 * holds no stream, because browsers limit the connections to a site.
 */
class Feed {
  private readonly hearers = new Set<Hearer>();
  private readonly waiting = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly toldMs = new Map<string, number>();
  private isLive = false;

  /** Calls `hearer` for each change until the returned function is called. */
  readonly hear = (hearer: Hearer): (() => void) => {
    this.hearers.add(hearer);
    return () => this.hearers.delete(hearer);
  };

  /** Follows a workspace until the returned function is called. */
  follow(workspaceId: string): () => void {
    let stream: AbortController | null = null;
    const look = () => {
      if (document.hidden) {
        stream?.abort();
        stream = null;
      } else if (stream === null) {
        stream = new AbortController();
        void this.keepOpen(workspaceId, stream.signal);
      }
    };
    look();
    document.addEventListener("visibilitychange", look);
    let askedMs = performance.now();
    const asking = setInterval(() => {
      if (document.hidden || performance.now() - askedMs < (this.isLive ? CHECK_MS : POLL_MS)) return;
      askedMs = performance.now();
      this.tell(null);
    }, POLL_MS / 4);
    return () => {
      document.removeEventListener("visibilitychange", look);
      clearInterval(asking);
      stream?.abort();
      for (const timer of this.waiting.values()) clearTimeout(timer);
      this.waiting.clear();
    };
  }

  private tell(change: Change | null): void {
    for (const hearer of this.hearers) hearer(change);
  }

  /** Notifies of a change after a short delay, and once for several equal changes. */
  private gather(change: Change): void {
    const key = `${change.area} ${change.id} ${change.kind}`;
    if (this.waiting.has(key)) return;
    const nextMs = (this.toldMs.get(key) ?? Number.NEGATIVE_INFINITY) + REPEAT_MS_MIN - performance.now();
    const delayMs = Math.max(0, nextMs) + Math.random() * SPREAD_MS;
    this.waiting.set(
      key,
      setTimeout(() => {
        this.waiting.delete(key);
        this.toldMs.set(key, performance.now());
        this.tell(change);
      }, delayMs),
    );
  }

  private async keepOpen(workspaceId: string, signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      let waitMs = RETRY_MS_MIN;
      try {
        await this.read(workspaceId, signal, () => {
          failures = 0;
          // Changes before the stream opened, such as since the page's first requests, were missed.
          this.tell(null);
        });
      } catch (error) {
        failures++;
        const isRefused = error instanceof ApiError && REFUSALS.has(error.status);
        // The page must hear at once that it is closed to its reader.
        if (isRefusal(error, 403)) this.tell(null);
        waitMs = isRefused ? REFUSED_RETRY_MS : Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** failures);
      }
      this.isLive = false;
      if (!signal.aborted)
        await new Promise((resolve) => setTimeout(resolve, waitMs * (0.5 + Math.random())));
    }
  }

  private async read(workspaceId: string, signal: AbortSignal, onOpen: () => void): Promise<void> {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), SILENCE_MS_MAX);
    try {
      const stream = await api.events("/workspaces/{workspace_id}/live", {
        params: { workspace_id: workspaceId },
        signal: AbortSignal.any([signal, silence.signal]),
      });
      this.isLive = true;
      onOpen();
      const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENCE_MS_MAX);
        const { changes, rest } = readEvents(text + value);
        text = rest;
        for (const change of changes) this.gather(change);
      }
    } finally {
      clearTimeout(timer);
    }
  }
}

/** This tab's only feed. */
export const feed = new Feed();
