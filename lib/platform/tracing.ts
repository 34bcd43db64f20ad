import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Attributes, Context, Span, SpanKind, Tracer } from "@opentelemetry/api";
import { processWide } from "@/lib/platform/process-wide";

/*
 * OpenTelemetry traces of this process: one trace covers a request, the jobs it adds and the deliveries they make.
 * Nothing is loaded until `startTracing`. The provider is not registered globally, because Next would then create spans
 * of its own for every step of a request.
 */

type Tracing = {
  tracer: Tracer;
  current: AsyncLocalStorage<Span>;
  kinds: typeof SpanKind;
  /** The context for a span's children. */
  within(span: Span): Context;
  /** The same for a `traceparent` (W3C Trace Context); the root if it is not valid. */
  from(traceparent: string | null, isRemote: boolean): Context;
  flush(): Promise<void>;
};

const slot = processWide("tracing", (): { tracing?: Tracing } => ({}));

/** How long a process that is stopping waits for the collector. */
const FLUSH_MS_MAX = 2_000;
const STATUS_ERROR = 2;
const SAMPLED = 1;

/** The field of a job's payload that has its `traceparent`. */
export const TRACE_FIELD = "_trace";

/**
 * Starts tracing in this process and sends traces to `endpoint`, once for all bundles in it.
 * @param process `web` or `worker`
 * @param share of the requests and scheduled jobs to trace, 0 to 1
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
    // A client may name the trace that its request belongs to, but can't make us record more than we want.
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

/** Sends the remaining spans when a process stops: for up to 2 s, whatever the collector does. */
export async function flushTraces(): Promise<void> {
  const flushed = slot.tracing?.flush().catch(() => {});
  await Promise.race([flushed, sleep(FLUSH_MS_MAX)]);
}

type Kind = "SERVER" | "CONSUMER" | "CLIENT";

type Traced = {
  name: string;
  kind: Kind;
  attributes?: Attributes;
  /** The parent: a `traceparent` that was received. Without one, the current span. */
  parent?: string | null;
  /** Set if `parent` may come from a stranger. */
  isRemote?: boolean;
};

/** Runs `work` as one span, or just runs it if tracing is off. An error marks the span and is rethrown. */
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

/** Stops tracing, for tests. */
export function endTracing(): void {
  delete slot.tracing;
}

/** Whether traces are made in this process. */
export function isTracing(): boolean {
  return slot.tracing !== undefined;
}

/** Adds details to the current span. */
export function describeSpan(given: { name?: string; attributes: Attributes; isError?: boolean }): void {
  const span = slot.tracing?.current.getStore();
  if (!span) return;
  if (given.name) span.updateName(given.name);
  span.setAttributes(given.attributes);
  if (given.isError) span.setStatus({ code: STATUS_ERROR });
}

/** The `traceparent` of the current span, to pass on; null outside of any trace. */
export function traceparent(): string | null {
  const context = slot.tracing?.current.getStore()?.spanContext();
  if (!context) return null;
  const flags = context.traceFlags & SAMPLED ? "01" : "00";
  return `00-${context.traceId}-${context.spanId}-${flags}`;
}

/** A job's payload with its trace; unchanged outside of any trace, or if it has one already. */
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
