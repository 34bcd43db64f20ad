import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { NextRequest } from "next/server";

/*
 * A little Inngest: a real HTTP server that takes events and registrations, and calls the service's endpoint as Inngest
 * does, signed, step by step. It keeps to what the registered functions ask for (triggers, concurrency, debounce,
 * retries), without Inngest's long backoff. It can't show how the real one schedules, stores or bills.
 */

export const SIGNING_KEY = "signkey-test-0123456789abcdef0123456789abcdef";
export const EVENT_KEY = "an-event-key-of-the-tests";

export type SentEvent = { id?: string; name: string; data: Record<string, unknown>; ts?: number };
export type FunctionConfig = {
  name: string;
  id: string;
  triggers: { event?: string; cron?: string }[];
  steps: { step: { retries?: { attempts: number }; runtime: { url: string } } };
  concurrency?: { key: string; limit: number };
  debounce?: { key: string; period: string; timeout: string };
};
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

function valueAt(event: SentEvent, expression: string): string {
  return String(event.data[expression.replace("event.data.", "")] ?? "");
}

export class InngestServer {
  /** While set, the event API answers with this status instead of taking events. */
  refusesWith: number | null = null;
  readonly events: SentEvent[] = [];
  readonly givenUp: string[] = [];
  functions: FunctionConfig[] = [];
  private readonly seenIds = new Set<string>();
  private readonly lanes = new Map<string, { active: number; waiting: (() => void)[] }>();
  private readonly debounced = new Map<string, SentEvent>();
  private readonly underWay = new Set<Promise<void>>();
  private endpoint: Endpoint | null = null;
  private readonly server = createServer(async (request, response) => {
    const body = await readJson(request);
    const isRegistration = request.url?.startsWith("/fn/register");
    if (isRegistration) this.functions = (body as { functions: FunctionConfig[] }).functions;
    else if (this.refusesWith === null) for (const event of body as SentEvent[]) this.accept(event);
    const status = isRegistration ? 200 : (this.refusesWith ?? 200);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(isRegistration ? { ok: true } : { status, ids: [] }));
  });

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
    if (!answer.ok) throw new Error(`The endpoint did not register: ${answer.status} ${await answer.text()}`);
    this.endpoint = endpoint;
  }

  /** Runs nothing more; waits for what runs. */
  async disconnect(): Promise<void> {
    this.endpoint = null;
    await Promise.all(this.underWay);
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
    if (!fn.debounce) {
      this.track(this.run(fn, () => event, (event.ts ?? 0) - Date.now()));
      return;
    }
    const key = `${fn.id}:${valueAt(event, fn.debounce.key)}`;
    const isFirst = !this.debounced.has(key);
    this.debounced.set(key, event);
    if (!isFirst) return;
    const take = () => {
      const latest = this.debounced.get(key) ?? event;
      this.debounced.delete(key);
      return latest;
    };
    this.track(this.run(fn, take, Number.parseInt(fn.debounce.timeout, 10) * 1000));
  }

  private track(run: Promise<void>): void {
    const tracked = run.finally(() => this.underWay.delete(tracked));
    this.underWay.add(tracked);
  }

  private async run(fn: FunctionConfig, take: () => SentEvent, delayMs: number): Promise<void> {
    await sleep(Math.max(0, delayMs));
    const event = take();
    const steps: Record<string, unknown> = {};
    const context = { run_id: randomUUID(), fn_id: fn.id, stack: { stack: [] as string[], current: 0 } };
    let attempt = 0;
    for (;;) {
      const release = await this.enterLane(fn, event);
      const { endpoint } = this;
      if (!endpoint) return release();
      const body = {
        ctx: { ...context, attempt, use_api: false },
        event,
        events: [event],
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

  private async enterLane(fn: FunctionConfig, event: SentEvent): Promise<() => void> {
    if (!fn.concurrency) return () => {};
    const key = `${fn.id}:${valueAt(event, fn.concurrency.key)}`;
    const lane = this.lanes.get(key) ?? { active: 0, waiting: [] };
    this.lanes.set(key, lane);
    if (lane.active >= fn.concurrency.limit) await new Promise<void>((resolve) => lane.waiting.push(resolve));
    else lane.active += 1;
    return () => {
      const next = lane.waiting.shift();
      if (next) next();
      else lane.active -= 1;
    };
  }
}
