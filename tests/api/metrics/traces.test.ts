import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { GET as live } from "@/app/api/v1/health/live/route";
import { POST as testWebhook } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/test/route";
import { type EmbeddedEngine, startEmbeddedEngine } from "@/lib/jobs/embedded";
import { endTracing, flushTraces, isTracing, startTracing } from "@/lib/platform/tracing";
import { deliverWebhook, wakeWebhookDeliveries } from "@/lib/webhooks/jobs";
import { aSubscriber } from "@/tests/support/delivery-guarantees";
import { aSubscribedWorkspace, aWebhook } from "@/tests/support/webhooks";

process.env.WEBHOOK_RETRY_INITIAL_SECONDS = "0.05";

type Sent = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
};

/** A collector: takes spans as OTLP over HTTP. */
const spans: Sent[] = [];
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  for (const { scopeSpans } of resourceSpans) for (const each of scopeSpans) spans.push(...each.spans);
  expect(request.url).toBe("/v1/traces");
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
});

let engine: EmbeddedEngine;
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  engine = await startEmbeddedEngine([deliverWebhook, wakeWebhookDeliveries]);
});
afterAll(async () => {
  await engine.stop();
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/;

/** Changes something that a subscriber hears of, and gives what the subscriber was sent. */
async function change(headers: Record<string, string>, failures = 0) {
  const at = await aSubscribedWorkspace();
  const subscriber = await aSubscriber((response, _, count) =>
    response.writeHead(count <= failures ? 500 : 200).end(),
  );
  const webhook = await aWebhook(at, subscriber.url);
  const url = `http://localhost:3000/api/v1/workspaces/${at.workspaceId}/crm/webhooks/${webhook.id}/test`;
  const request = new Request(url, {
    method: "POST",
    headers: { authorization: `Bearer ${at.owner.jwt}`, ...headers },
  });
  const params = { workspace_id: at.workspaceId, webhook_id: webhook.id };
  const answer = await testWebhook(request, { params: Promise.resolve(params) });
  expect(answer.ok).toBe(true);
  await vi.waitUntil(() => subscriber.received.length > failures, { timeout: 15_000 });
  return subscriber.received.map((each) => each.headers.traceparent);
}

/** The spans of a trace, once there are as many, the first one first. */
async function trace(traceId: string, count: number): Promise<Sent[]> {
  return vi.waitUntil(
    async () => {
      await flushTraces();
      const found = spans.filter((span) => span.traceId === traceId);
      return found.length >= count && found;
    },
    { timeout: 15_000 },
  );
}

/** Each test says for itself whether and where traces go. */
beforeEach(endTracing);

it("without OTEL_EXPORTER_OTLP_ENDPOINT nothing is loaded, and subscribers get no traceparent", async () => {
  vi.resetModules();
  const { startWatching } = await import("@/lib/metrics/start-watching");
  await startWatching("web");
  expect(isTracing()).toBe(false);
  const traceId = "c".repeat(32);
  expect(await change({ traceparent: `00-${traceId}-${"b".repeat(16)}-01` })).toEqual([undefined]);
  expect(spans.filter((span) => span.traceId === traceId)).toEqual([]);
});

describe("with OTEL_EXPORTER_OTLP_ENDPOINT", () => {
  beforeEach(async () => {
    await startTracing("web", `http://127.0.0.1:${(collector.address() as AddressInfo).port}`, 1);
  });

  it("one trace links the caller, the request, the job and each attempt to the subscriber", async () => {
    const [traceId, caller] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
    const sent = await change({ traceparent: `00-${traceId}-${caller}-01` }, 2);
    const found = await trace(traceId, 7);
    const of = (name: string) => found.filter((span) => span.name === name);
    const [request] = of("POST /workspaces/{workspace_id}/crm/webhooks/{webhook_id}/test");
    expect(request?.parentSpanId).toBe(caller);
    const jobs = of("job webhooks.deliver");
    expect(jobs.map(({ parentSpanId }) => parentSpanId)).toEqual(Array(3).fill(request?.spanId));
    const attempts = of("webhook attempt");
    expect(new Set(attempts.map(({ parentSpanId }) => parentSpanId))).toEqual(
      new Set(jobs.map(({ spanId }) => spanId)),
    );
    expect(sent.map((each) => TRACEPARENT.exec(each as string)?.slice(1))).toEqual(
      attempts.map(({ spanId }) => [traceId, spanId]),
    );
    const status = request?.attributes.find(({ key }) => key === "http.response.status_code");
    expect(status?.value).toEqual({ intValue: expect.any(Number) });
    // No more than names, numbers and our own ids.
    expect(JSON.stringify(found)).not.toMatch(/Bearer|eyJ|127\.0\.0\.1/);
  });

  it.each([
    "",
    "garbage",
    "00-0-0-01",
    `00-${"0".repeat(32)}-${"b".repeat(16)}-01`,
    `00-${"a".repeat(32)}-${"0".repeat(16)}-01`,
    `ff-${"a".repeat(32)}-${"b".repeat(16)}-01`,
    `00-${"A".repeat(32)}-${"b".repeat(16)}-01`,
    `00-${"a".repeat(32)}-${"b".repeat(16)}-01-more`,
    `00-${"a".repeat(32)}-${"b".repeat(16)}-01, 00-${"c".repeat(32)}-${"d".repeat(16)}-01`,
    "x".repeat(40_000),
  ])("an invalid traceparent starts a new trace: %s", async (traceparent) => {
    const id = randomUUID();
    const headers = { traceparent, "x-request-id": id };
    const request = new Request("http://localhost/api/v1/health/live", { headers });
    expect((await live(request, { params: Promise.resolve({}) })).status).toBe(200);
    await flushTraces();
    const [span] = spans.filter(({ attributes }) => attributes.some(({ value }) => value.stringValue === id));
    expect(span?.name).toBe("GET /health/live");
    expect(span?.traceId).toMatch(/^(?!a{32}|c{32}|0{32})[0-9a-f]{32}$/);
    expect(span?.parentSpanId ?? "").toBe("");
  });
});

it("an unreachable collector doesn't affect requests and deliveries", async () => {
  await startTracing("web", "http://127.0.0.1:1", 1);
  const [sent] = await change({});
  expect(sent).toMatch(TRACEPARENT);
  await flushTraces();
});

it("an unsampled trace is not sent, and neither are its jobs and attempts", async () => {
  await startTracing("web", `http://127.0.0.1:${(collector.address() as AddressInfo).port}`, 0);
  const [sent] = await change({ traceparent: `00-${"e".repeat(32)}-${"b".repeat(16)}-01` });
  expect(sent).toMatch(/^00-e{32}-[0-9a-f]{16}-00$/);
  await flushTraces();
  expect(spans.filter(({ traceId }) => traceId === "e".repeat(32))).toEqual([]);
});
