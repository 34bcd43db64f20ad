import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Attributes, Context, Span, SpanKind, Tracer } from "@opentelemetry/api";
import { processWide } from "@/lib/platform/process-wide";

/*
 * Traces of what this process does, for OpenTelemetry: one from a request over the jobs that it leaves to the deliveries
 * that these make. Nothing is loaded until `startTracing`. The provider is not registered for the whole process, because
 * Next would then make spans of its own for every step of a request.
 */

type Tracing = {
  tracer: Tracer;
  current: AsyncLocalStorage<Span>;
  kinds: typeof SpanKind;
  /** The context in which a span's children are made. */
  within(span: Span): Context;
  /** The same for a `traceparent` (W3C Trace Context); the root where it is none. */
  from(traceparent: string | null, isRemote: boolean): Context;
  flush(): Promise<void>;
};

const slot = processWide("tracing", (): { tracing?: Tracing } => ({}));

/** How long a process that stops waits for the collector. */
const FLUSH_MS_MAX = 2_000;
const STATUS_ERROR = 2;
const SAMPLED = 1;

/** What a payload of a job carries its `traceparent` under. */
export const TRACE_FIELD = "_trace";

/**
 * Begins to make traces in this process and to send them to `endpoint`, once for all bundles in it.
 * @param process `web` or `worker`
 * @param share of the requests and scheduled jobs that are traced, 0 to 1
 */
export async function startTracing(process: string, endpoint: string, share: number): Promise<void> {
  if (slot.tracing) return;
  const [api, { parseTraceParent }, { resourceFromAttributes }, sdk, { OTLPTraceExporter }] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/core"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace-base"),
      import("@opentelemetry/exporter-trace-otlp-http"),
    ]);
  if (slot.tracing) return;
  const root = new sdk.TraceIdRatioBasedSampler(share);
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": `workspace-platform-${process}` }),
    // Whoever sends a request may name the trace that it belongs to, but not have us keep more than we want.
    sampler: new sdk.ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root }),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))],
  });
  slot.tracing = {
    tracer: provider.getTracer("workspace-platform"),
    current: new AsyncLocalStorage(),
    kinds: api.SpanKind,
    within: (span) => api.trace.setSpan(api.ROOT_CONTEXT, span),
    from: (traceparent, isRemote) => {
      const parent = traceparent === null ? null : parseTraceParent(traceparent);
      return parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parent, isRemote }) : api.ROOT_CONTEXT;
    },
    flush: () => provider.forceFlush(),
  };
}

/** Sends what was not sent yet, for a process that stops: for 2 s at most, whatever the collector does. */
export async function flushTraces(): Promise<void> {
  const flushed = slot.tracing?.flush().catch(() => {});
  await Promise.race([flushed, sleep(FLUSH_MS_MAX)]);
}

type Kind = "SERVER" | "CONSUMER" | "CLIENT";

type Traced = {
  name: string;
  kind: Kind;
  attributes?: Attributes;
  /** Where it goes on from: a `traceparent` that came along. Without one, from what is under way here. */
  parent?: string | null;
  /** Set where strangers may have written `parent`. */
  isRemote?: boolean;
};

/** Runs `work` as one span; just runs it while there is no tracing. What it throws marks the span and is thrown on. */
export async function traced<T>(
  { name, kind, attributes = {}, parent = null, isRemote = false }: Traced,
  work: () => Promise<T>,
): Promise<T> {
  const tracing = slot.tracing;
  if (!tracing) return work();
  const outer = tracing.current.getStore();
  const context = parent === null && outer ? tracing.within(outer) : tracing.from(parent, isRemote);
  const span = tracing.tracer.startSpan(name, { kind: tracing.kinds[kind], attributes }, context);
  try {
    return await tracing.current.run(span, work);
  } catch (error) {
    span.setStatus({ code: STATUS_ERROR, message: error instanceof Error ? error.name : "Error" });
    throw error;
  } finally {
    span.end();
  }
}

/** Makes no more traces, for tests. */
export function endTracing(): void {
  delete slot.tracing;
}

/** Whether traces are made in this process. */
export function isTracing(): boolean {
  return slot.tracing !== undefined;
}

/** Says more of the span under way. */
export function describeSpan(given: { name?: string; attributes: Attributes; isError?: boolean }): void {
  const span = slot.tracing?.current.getStore();
  if (!span) return;
  if (given.name) span.updateName(given.name);
  span.setAttributes(given.attributes);
  if (given.isError) span.setStatus({ code: STATUS_ERROR });
}

/** The `traceparent` of what is under way, for others to go on from; null outside of any trace. */
export function traceparent(): string | null {
  const context = slot.tracing?.current.getStore()?.spanContext();
  if (!context) return null;
  const flags = context.traceFlags & SAMPLED ? "01" : "00";
  return `00-${context.traceId}-${context.spanId}-${flags}`;
}

/** A job's payload with the trace that it belongs to; the payload itself outside of any, or where it has one. */
export function withTrace<P>(payload: P): P {
  const parent = traceparent();
  if (parent === null || typeof payload !== "object" || payload === null || TRACE_FIELD in payload)
    return payload;
  return { ...payload, [TRACE_FIELD]: parent };
}

/** The trace that a job's payload belongs to. */
export function traceOf(payload: unknown): string | null {
  const found = typeof payload === "object" && payload !== null ? Reflect.get(payload, TRACE_FIELD) : null;
  return typeof found === "string" ? found : null;
}
