import type { WorkspaceScope } from "@/lib/access/authorise";
import { AppError } from "@/lib/http/app-error";
import { judge } from "@/lib/live/judge";
import {
  GATHERED_MS,
  HEARTBEAT_MS,
  JUDGED_EVERY_MS,
  STREAM_MS_MAX,
  STREAM_RETRY_S,
  STREAMS_MAX,
  STREAMS_PER_ADDRESS_MAX,
  STREAMS_PER_PERSON_MAX,
  WAITING_CHUNKS_MAX,
} from "@/lib/live/limits";
import { type ChangeNotice, eventText, type Listening, mayHear, readNotice } from "@/lib/live/rules";
import { frontDoor } from "@/lib/platform/front-door";
import { type Listener, listen } from "@/lib/platform/listen";
import { log } from "@/lib/platform/log";
import { processWide } from "@/lib/platform/process-wide";

const CHANNEL = "live";
const encoder = new TextEncoder();
const OPENED = encoder.encode(": open\n\n");
const HEARTBEAT = encoder.encode(":\n\n");

type Stream = {
  scope: WorkspaceScope;
  listening: Listening;
  controller: ReadableStreamDefaultController<Uint8Array>;
  openedMs: number;
  /** Takes it out of the counts. */
  leave: () => void;
};

/** Whether somebody may still do exactly what they could. */
function mayDoTheSame(before: Listening, now: Listening): boolean {
  const { permissions } = before;
  return (
    permissions.size === now.permissions.size && [...now.permissions].every((each) => permissions.has(each))
  );
}

/** Ends a response without an error of ours: Next recognises that by this name. */
class CutOff extends Error {
  override name = "AbortError";
}

/**
 * The live streams of one process. Notifications from the database go to all of them over one connection, which is open
 * while anybody listens. Listeners whose rights change are disconnected within seconds, and so are those who read too
 * slowly.
 */
export class LiveHub {
  private readonly streams = new Map<string, Set<Stream>>();
  private readonly counts = new Map<string, number>();
  private listener: Promise<Listener> | null = null;
  private readonly gathered = new Map<string, ChangeNotice>();
  private gathering: NodeJS.Timeout | null = null;
  private timers: NodeJS.Timeout[] = [];
  private isJudging = false;

  /** How many streams are open. */
  get size(): number {
    return this.counts.get("all") ?? 0;
  }

  /**
   * Opens a stream for somebody admitted to a workspace.
   * @throws AppError too_many_requests, unavailable while the database can't be listened to
   */
  async open(scope: WorkspaceScope, address: string | null): Promise<ReadableStream<Uint8Array>> {
    const leave = this.enter(scope.actor.developerId, address);
    await this.listens().catch((cause: unknown) => {
      leave();
      throw new AppError("unavailable", "Changes can't be streamed at the moment: ask again every 20 s.", {
        isAwaited: true,
        cause,
      });
    });
    let stream: Stream;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const { workspaceId, permissions, actor } = scope;
          const listening = { developerId: actor.developerId, permissions };
          stream = { scope, listening, controller, openedMs: performance.now(), leave };
          this.streams.set(workspaceId, (this.streams.get(workspaceId) ?? new Set()).add(stream));
          this.write(stream, OPENED);
        },
        cancel: () => this.forget(stream),
      },
      { highWaterMark: WAITING_CHUNKS_MAX },
    );
  }

  /** Ends all streams, and the connection to the database. */
  async close(): Promise<void> {
    for (const stream of this.all()) this.end(stream);
    await this.rest();
  }

  private all(): Stream[] {
    return [...this.streams.values()].flatMap((each) => [...each]);
  }

  /**
   * Counts a stream under all its limits.
   * @returns a function that undoes that
   * @throws AppError too_many_requests
   */
  private enter(developerId: string, address: string | null): () => void {
    const bounds: [key: string, max: number, whose: string][] = [
      [`person ${developerId}`, STREAMS_PER_PERSON_MAX, "yours"],
      ["all", STREAMS_MAX, "this process"],
    ];
    if (address !== null) bounds.push([`address ${address}`, STREAMS_PER_ADDRESS_MAX, "this address"]);
    for (const [key, max, whose] of bounds) {
      if ((this.counts.get(key) ?? 0) < max) continue;
      const detail = `Too many open streams of ${whose}: at most ${max}. Ask again every 20 s instead.`;
      throw new AppError("too_many_requests", detail, { retryAfterS: STREAM_RETRY_S, isAwaited: true });
    }
    const count = (by: number) => {
      for (const [key] of bounds) {
        const counted = (this.counts.get(key) ?? 0) + by;
        if (counted > 0) this.counts.set(key, counted);
        else this.counts.delete(key);
      }
    };
    count(1);
    return () => count(-1);
  }

  private async listens(): Promise<void> {
    this.listener ??= listen(
      CHANNEL,
      (payload) => this.gather(payload),
      () => this.lose("the database tells no changes any more"),
    ).then(
      (listener) => {
        this.timers = [
          setInterval(() => void this.judgeAll(), JUDGED_EVERY_MS).unref(),
          setInterval(() => this.beat(), HEARTBEAT_MS).unref(),
        ];
        return listener;
      },
      (error: unknown) => {
        this.listener = null;
        throw error;
      },
    );
    const mine = this.listener;
    await mine;
    if (this.listener !== mine) throw new Error("the connection was lost again at once");
  }

  /** Ends everything at once: pages then poll for a while, and open another stream soon. */
  private lose(message: string, error?: unknown): void {
    log.warn({ err: error, streams: this.size }, message);
    void this.close();
  }

  private async rest(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.timers = [];
    const { listener } = this;
    this.listener = null;
    await listener?.then((open) => open.close()).catch(() => {});
  }

  private gather(payload: string): void {
    const notice = readNotice(payload);
    if (!notice || !this.streams.has(notice.workspaceId)) return;
    this.gathered.set(payload, notice);
    this.gathering ??= setTimeout(() => this.flush(), GATHERED_MS).unref();
  }

  private flush(): void {
    this.gathering = null;
    const changes = [...this.gathered.values()];
    this.gathered.clear();
    for (const notice of changes) {
      const bytes = encoder.encode(eventText(notice));
      for (const stream of this.streams.get(notice.workspaceId) ?? []) {
        if (mayHear(stream.listening, notice)) this.write(stream, bytes);
      }
    }
  }

  private beat(): void {
    const nowMs = performance.now();
    for (const stream of this.all()) {
      if (nowMs - stream.openedMs > STREAM_MS_MAX) this.end(stream);
      else this.write(stream, HEARTBEAT);
    }
  }

  private async judgeAll(): Promise<void> {
    if (frontDoor().isStopping) return this.close();
    if (this.isJudging) return;
    this.isJudging = true;
    try {
      // Streams that are about to open count already.
      if (this.size === 0) return await this.rest();
      const streams = this.all();
      const judged = streams.map(({ scope: { actor, workspaceId } }) => ({ actor, workspaceId }));
      const listening = await judge(judged, new Date());
      streams.forEach((stream, at) => {
        const may = listening[at];
        // Who may do something else now reads again all that their page shows, and what they may.
        if (!may || !mayDoTheSame(stream.listening, may)) this.end(stream);
      });
    } catch (error) {
      // If access can't be checked, nothing may be sent.
      this.lose("nobody could be judged", error);
    } finally {
      this.isJudging = false;
    }
  }

  private write(stream: Stream, bytes: Uint8Array): void {
    if ((stream.controller.desiredSize ?? 0) > 0) {
      stream.controller.enqueue(bytes);
    } else {
      this.forget(stream);
      stream.controller.error(new CutOff("this reader is too slow"));
    }
  }

  private end(stream: Stream): void {
    this.forget(stream);
    try {
      stream.controller.close();
    } catch {
      // Its reader had already gone.
    }
  }

  private forget(stream: Stream): void {
    const { workspaceId } = stream.scope;
    const others = this.streams.get(workspaceId);
    if (!others?.delete(stream)) return;
    if (others.size === 0) this.streams.delete(workspaceId);
    stream.leave();
  }
}

/** The streams of this process. */
export function liveHub(): LiveHub {
  return processWide("live", () => new LiveHub());
}
