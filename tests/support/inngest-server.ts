import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { NextRequest } from "next/server";

/*
 * A little Inngest: a real HTTP server that takes events and registrations, and calls the service's endpoint as Inngest
 * does, signed, step by step. It keeps to what the registered functions ask for (triggers, batches, concurrency, debounce,
 * singletons, retries) and refuses what Inngest refuses, without its long backoff. It can't show how the real one
 * schedules, stores or bills.
 */

export const SIGNING_KEY = "signkey-test-0123456789abcdef0123456789abcdef";
export const EVENT_KEY = "an-event-key-of-the-tests";

export type SentEvent = { id?: string; name: string; data: Record<string, unknown>; ts?: number };
export type FunctionConfig = {
  name: string;
  id: string;
  triggers: { event?: string; cron?: string }[];
  steps: { step: { retries?: { attempts: number }; runtime: { url: string } } };
  concurrency?: number | { key: string; limit: number };
  debounce?: { key: string; period: string; timeout: string };
  batchEvents?: { maxSize: number; timeout: string };
  singleton?: { mode: string };
  cancel?: unknown[];
};
/** A call to the service's endpoint: what Inngest counts, and bills. */
export type Execution = { fn: string; events: number };
type Op = {
  id: string;
  op: string;
  name?: string;
  data?: unknown;
  opts?: Record<string, unknown>;
  error?: unknown;
};
type Endpoint = (request: NextRequest, context: unknown) => Promise<Response>;

/** Keys in order at every depth: signatures are made over the canonical form. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, canonical(inner)]));
}

/** A request to the service's endpoint with a signature of `key` made at `at`. */
export function signedRequest(
  url: string,
  method: string,
  body?: object,
  key = SIGNING_KEY,
  at = Date.now(),
): NextRequest {
  const text = body ? JSON.stringify(canonical(body)) : "";
  const time = Math.floor(at / 1000).toString();
  const secret = key.replace(/^signkey-\w+-/, "");
  const signature = createHmac("sha256", secret).update(text).update(time).digest("hex");
  return new NextRequest(url, {
    method,
    headers: { "x-inngest-signature": `t=${time}&s=${signature}`, "content-type": "application/json" },
    ...(body ? { body: text } : {}),
  });
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** The longest time that a timer takes. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Why Inngest would not take a function; null where it would. */
function refusalOf({ id, batchEvents, debounce, singleton, cancel }: FunctionConfig): string | null {
  if (!batchEvents) return null;
  if (debounce) return `${id}: Batching and debouncing are mutually exclusive`;
  if (cancel?.length) return `${id}: Batching and cancellation are mutually exclusive`;
  if (singleton) return `${id}: Batching and singleton are mutually exclusive`;
  if (batchEvents.maxSize < 2 || batchEvents.maxSize > 100) return `${id}: batch size ${batchEvents.maxSize}`;
  const seconds = /^(\d+)s$/.exec(batchEvents.timeout)?.[1];
  return Number(seconds) >= 1 && Number(seconds) <= 60 ? null : `${id}: batch timeout ${batchEvents.timeout}`;
}

function valueAt(event: SentEvent, expression: string): string {
  return String(event.data[expression.replace("event.data.", "")] ?? "");
}

export class InngestServer {
  /** While set, the event API answers with this status instead of taking events. */
  refusesWith: number | null = null;
  readonly events: SentEvent[] = [];
  readonly givenUp: string[] = [];
  readonly executions: Execution[] = [];
  functions: FunctionConfig[] = [];
  private readonly seenIds = new Set<string>();
  private readonly lanes = new Map<string, { active: number; waiting: (() => void)[] }>();
  private readonly debounced = new Map<string, SentEvent>();
  private readonly batches = new Map<string, { events: SentEvent[]; fill(): void }>();
  private readonly singletons = new Set<string>();
  private readonly running = new Set<Promise<void>>();
  private refusal: string | null = null;
  private endpoint: Endpoint | null = null;
  private connected = new AbortController();
  private readonly server = createServer(async (request, response) => {
    const body = await readJson(request);
    const isRegistration = request.url?.startsWith("/fn/register");
    if (isRegistration) {
      const { functions } = body as { functions: FunctionConfig[] };
      this.refusal = functions.map(refusalOf).find((reason) => reason !== null) ?? null;
      if (this.refusal === null) this.functions = functions;
      response.writeHead(this.refusal === null ? 200 : 400, { "content-type": "application/json" });
      response.end(JSON.stringify(this.refusal === null ? { ok: true } : { ok: false, error: this.refusal }));
      return;
    }
    const status = this.refusesWith ?? 200;
    if (this.refusesWith === null) for (const event of [body].flat() as SentEvent[]) this.accept(event);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ status, ids: [] }));
  });

  /** Whether nothing runs, and no batch or event waits. */
  get idle(): boolean {
    return this.running.size === 0;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Lets an endpoint register itself, and runs its functions from now on. */
  async connect(endpoint: Endpoint): Promise<void> {
    const answer = await endpoint(signedRequest("http://localhost:3000/api/inngest", "PUT", { url: "" }), {});
    // Inngest's library says 200 to whoever asked for it even so.
    if (this.refusal !== null) throw new Error(`Inngest refused: ${this.refusal}`);
    if (!answer.ok) throw new Error(`The endpoint did not register: ${answer.status} ${await answer.text()}`);
    this.endpoint = endpoint;
    this.connected = new AbortController();
  }

  /** Runs nothing more; waits for what runs. */
  async disconnect(): Promise<void> {
    this.endpoint = null;
    this.connected.abort();
    await Promise.all(this.running);
  }

  /** Runs the functions with a cron expression once, as at the full minute. */
  async tick(): Promise<void> {
    const scheduled = this.functions.filter(({ triggers }) => triggers.some(({ cron }) => cron));
    const event = { name: "inngest/scheduled.timer", data: {}, ts: Date.now() };
    await Promise.all(scheduled.map((fn) => this.run(fn, async () => [event])));
  }

  private accept(event: SentEvent): void {
    this.events.push(event);
    if (event.id && this.seenIds.has(event.id)) return;
    if (event.id) this.seenIds.add(event.id);
    for (const fn of this.functions) {
      if (fn.triggers.some((trigger) => trigger.event === event.name)) this.schedule(fn, event);
    }
  }

  private schedule(fn: FunctionConfig, event: SentEvent): void {
    if (fn.batchEvents) this.collect(fn, fn.batchEvents, event);
    else if (fn.debounce) this.debounce(fn, fn.debounce, event);
    else if (fn.singleton) this.runAlone(fn, event);
    else
      this.track(
        this.run(
          fn,
          this.after((event.ts ?? 0) - Date.now(), () => [event]),
        ),
      );
  }

  /** Until the batch is full or its time is over. An event's own time is not looked at, as it isn't by Inngest. */
  private collect(
    fn: FunctionConfig,
    { maxSize, timeout }: { maxSize: number; timeout: string },
    event: SentEvent,
  ): void {
    const open = this.batches.get(fn.id);
    if (open) {
      open.events.push(event);
      if (open.events.length >= maxSize) open.fill();
      return;
    }
    const filled = new AbortController();
    const close = () => {
      if (this.batches.get(fn.id) === batch) this.batches.delete(fn.id);
    };
    const batch = {
      events: [event],
      fill: () => {
        close();
        filled.abort();
      },
    };
    this.batches.set(fn.id, batch);
    const wait = this.after(Number.parseInt(timeout, 10) * 1000, () => batch.events, filled.signal);
    const take = async () => {
      const events = await wait();
      close();
      return events;
    };
    this.track(this.run(fn, take));
  }

  private debounce(fn: FunctionConfig, asked: { key: string; timeout: string }, event: SentEvent): void {
    const key = `${fn.id}:${valueAt(event, asked.key)}`;
    const isFirst = !this.debounced.has(key);
    this.debounced.set(key, event);
    if (!isFirst) return;
    const take = () => {
      const latest = this.debounced.get(key) ?? event;
      this.debounced.delete(key);
      return [latest];
    };
    this.track(this.run(fn, this.after(Number.parseInt(asked.timeout, 10) * 1000, take)));
  }

  private runAlone(fn: FunctionConfig, event: SentEvent): void {
    if (this.singletons.has(fn.id)) return;
    this.singletons.add(fn.id);
    const run = this.run(
      fn,
      this.after((event.ts ?? 0) - Date.now(), () => [event]),
    );
    this.track(run.finally(() => this.singletons.delete(fn.id)));
  }

  /** Takes events when so long a time is over, or the signal comes; at once when the server is disconnected. */
  private after(ms: number, take: () => SentEvent[], early?: AbortSignal): () => Promise<SentEvent[]> {
    return async () => {
      const signal = AbortSignal.any([this.connected.signal, ...(early ? [early] : [])]);
      if (ms > 0) await sleep(Math.min(ms, TIMER_MS_MAX), null, { signal }).catch(() => {});
      return take();
    };
  }

  private track(run: Promise<void>): void {
    const tracked = run.finally(() => this.running.delete(tracked));
    this.running.add(tracked);
  }

  private async run(fn: FunctionConfig, take: () => Promise<SentEvent[]>): Promise<void> {
    const events = await take();
    const [event] = events;
    if (!event) return;
    const steps: Record<string, unknown> = {};
    const context = { run_id: randomUUID(), fn_id: fn.id, stack: { stack: [] as string[], current: 0 } };
    let attempt = 0;
    for (;;) {
      const release = await this.enterLane(fn, event);
      const { endpoint } = this;
      if (!endpoint) return release();
      this.executions.push({ fn: fn.id, events: events.length });
      const body = {
        ctx: { ...context, attempt, use_api: false },
        event,
        events,
        steps,
        version: 1,
      };
      const answer = await endpoint(signedRequest(fn.steps.step.runtime.url, "POST", body), {}).finally(
        release,
      );
      const result = (await answer.json()) as unknown;
      if (answer.status === 200) return;
      const ops = answer.status === 206 ? (result as Op[]) : [];
      const failed = answer.status !== 206 || ops.some(({ op }) => op === "StepError" || op === "StepFailed");
      if (failed) {
        const isFinal =
          answer.headers.get("x-inngest-no-retry") === "true" || ops.some(({ op }) => op === "StepFailed");
        if (isFinal || attempt >= (fn.steps.step.retries?.attempts ?? 3)) {
          this.givenUp.push(fn.id);
          return;
        }
        attempt += 1;
        continue;
      }
      attempt = 0;
      for (const { id, op, name, data } of ops) {
        if (op === "Sleep") await sleep(Math.max(0, new Date(name ?? "").getTime() - Date.now()));
        steps[id] = { type: "data", data: data ?? null };
        context.stack.stack.push(id);
        context.stack.current += 1;
      }
    }
  }

  /** Takes one of the places of a function, or of a key. Of a batch, Inngest looks at the key of the first event. */
  private async enterLane(fn: FunctionConfig, event: SentEvent): Promise<() => void> {
    if (!fn.concurrency) return () => {};
    const { key: expression, limit } =
      typeof fn.concurrency === "number" ? { key: null, limit: fn.concurrency } : fn.concurrency;
    const key = expression === null ? fn.id : `${fn.id}:${valueAt(event, expression)}`;
    const lane = this.lanes.get(key) ?? { active: 0, waiting: [] };
    this.lanes.set(key, lane);
    if (lane.active >= limit) await new Promise<void>((resolve) => lane.waiting.push(resolve));
    else lane.active += 1;
    return () => {
      const next = lane.waiting.shift();
      if (next) next();
      else lane.active -= 1;
    };
  }
}
