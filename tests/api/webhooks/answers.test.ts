import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { GET as readDelivery } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/deliveries/[delivery_id]/route";
import * as webhook from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/route";
import { type EmbeddedEngine, startEmbeddedEngine } from "@/lib/jobs/embedded";
import { db } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";
import { deliverWebhook, wakeWebhookDeliveries } from "@/lib/webhooks/jobs";
import { call } from "@/tests/support/call";
import { aSubscriber } from "@/tests/support/delivery-guarantees";
import { aSubscribedWorkspace, aWebhook, deliveriesOf, emitCommitted } from "@/tests/support/webhooks";

const WAIT = { timeout: 15_000, interval: 20 };

let engine: EmbeddedEngine;
beforeAll(async () => {
  engine = await startEmbeddedEngine([deliverWebhook, wakeWebhookDeliveries]);
});
afterAll(() => engine.stop());

/** A server that answers each request with these bytes, and closes. */
async function aServer(answer: string): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => socket.end(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/hook`;
}

/** One event sent to a URL, and what the API tells of its delivery once the first attempt is written down. */
async function attemptedAt(url: string) {
  const at = await aSubscribedWorkspace();
  const webhook = await aWebhook(at, url);
  await emitCommitted(at.workspaceId, [{}]);
  const id = await vi.waitFor(async () => {
    const [row] = await deliveriesOf(webhook.id);
    expect(row?.attemptNumber).toBe(1);
    return row?.id ?? "";
  }, WAIT);
  const params = { workspace_id: at.workspaceId, webhook_id: webhook.id, delivery_id: id };
  const answer = await call(readDelivery, "GET", { bearer: at.owner.jwt, params });
  return { delivery: answer.json, attempt: answer.json.attempts[0] };
}

describe("an attempt", () => {
  it("with a 2xx status succeeds, even if its body then breaks off, and stores what arrived", async () => {
    const url = await aServer("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf of it");
    const { delivery, attempt } = await attemptedAt(url);
    expect(delivery).toMatchObject({ status: "success", failure_reason: null, next_retry_at: null });
    expect(attempt).toMatchObject({
      response_status_code: 200,
      response_body: "half of it",
      error: "The connection was closed before the answer was complete",
    });
  });

  it("is judged by its last status, whatever hints came before", async () => {
    const hints = "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n";
    const url = await aServer(`${hints}HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ndone`);
    const { delivery, attempt } = await attemptedAt(url);
    expect(delivery.status).toBe("success");
    expect(attempt).toMatchObject({ response_status_code: 200, response_body: "done", error: null });
    expect(attempt.response_headers).not.toHaveProperty("link");
  });

  it("with another status fails, and stores what arrived of a broken body", async () => {
    const url = await aServer("HTTP/1.1 503 Busy\r\ncontent-length: 100\r\n\r\ntry lat");
    const { delivery, attempt } = await attemptedAt(url);
    expect(delivery.status).toBe("pending");
    expect(attempt).toMatchObject({ response_status_code: 503, response_body: "try lat" });
  });

  it("answered by a redirect shows where it pointed, and all other headers", async () => {
    const subscriber = await aSubscriber((response) =>
      response
        .writeHead(302, { location: "https://example.com/elsewhere", "set-cookie": ["a=1", "b=2"] })
        .end(),
    );
    const { delivery, attempt } = await attemptedAt(subscriber.url);
    expect(delivery).toMatchObject({ status: "pending", response_status_code: 302 });
    expect(attempt.response_headers).toMatchObject({
      location: "https://example.com/elsewhere",
      "set-cookie": "a=1, b=2",
    });
  });

  it("without an answer has no response headers", async () => {
    const { attempt } = await attemptedAt(await aServer(""));
    expect(attempt).toMatchObject({ response_status_code: null, response_headers: null });
  });
});

describe("a webhook that is moved to another address", () => {
  it("is not switched off by what the former one answers to a request under way", async () => {
    const at = await aSubscribedWorkspace();
    const next = await aSubscriber();
    const former = await aSubscriber((response) => {
      call(webhook.PATCH, "PATCH", { bearer: at.owner.jwt, params, body: { url: next.url } }).then(() =>
        response.writeHead(410).end(),
      );
    });
    const { id } = await aWebhook(at, former.url);
    const params = { workspace_id: at.workspaceId, webhook_id: id };
    await emitCommitted(at.workspaceId, [{}]);
    await vi.waitFor(async () => expect((await deliveriesOf(id))[0]?.status).toBe("failed"), WAIT);
    await emitCommitted(at.workspaceId, [{}]);
    await vi.waitFor(() => expect(next.received).toHaveLength(1), WAIT);
    const { json } = await call(webhook.GET, "GET", { bearer: at.owner.jwt, params });
    expect(json).toMatchObject({ is_active: true, disabled_reason: null, failing_since: null });
  });

  it("has not been failing there yet", async () => {
    const at = await aSubscribedWorkspace();
    const { id } = await aWebhook(at, "https://example.com/hook");
    const params = { workspace_id: at.workspaceId, webhook_id: id };
    const long = { failingSince: new Date(Date.now() - 5 * DAY_MS), failingToldAt: new Date() };
    await db().webhook.update({ where: { id }, data: long });
    const change = (body: object) =>
      call(webhook.PATCH, "PATCH", {
        bearer: at.owner.jwt,
        params,
        body: { url: "https://example.com/hook", ...body },
      });
    expect((await change({ name: "Billing" })).json.failing_since).toBe(long.failingSince.toISOString());
    expect((await change({ url: "https://example.com/moved" })).json.failing_since).toBeNull();
  });
});
