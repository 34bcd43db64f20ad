import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { GET as listWebhooks } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/route";
import { db } from "@/lib/platform/database";
import { DAY_MS, HOUR_MS } from "@/lib/platform/limits";
import { HEALTH_DAYS, HEALTH_DELIVERIES } from "@/lib/webhooks/limits";
import { call } from "@/tests/support/call";
import { aSubscribedWorkspace, aWebhook } from "@/tests/support/webhooks";

/** A webhook with deliveries that ended so long ago, and its health as the list tells it. */
async function healthOf(deliveries: { status: "success" | "failed" | "pending"; agoMs: number }[]) {
  const workspace = await aSubscribedWorkspace();
  await aWebhook(workspace, "https://example.com/other");
  const { id } = await aWebhook(workspace, "https://example.com/hook");
  const now = Date.now();
  await db().webhookDelivery.createMany({
    data: deliveries.map(({ status, agoMs }) => ({
      webhookId: id,
      eventId: randomUUID(),
      eventType: "record.created",
      body: "{}",
      status,
      createdAt: new Date(now - agoMs),
      finishedAt: status === "pending" ? null : new Date(now - agoMs),
    })),
  });
  const { json } = await call(listWebhooks, "GET", {
    bearer: workspace.owner.jwt,
    params: { workspace_id: workspace.workspaceId },
  });
  const found = (json as { id: string; health: object }[]).find((each) => each.id === id);
  const at = (agoMs: number) => new Date(now - agoMs).toISOString();
  return { health: found?.health, at };
}

describe("a webhook's health", () => {
  it("is unknown before its first delivery", async () => {
    const { health } = await healthOf([]);
    expect(health).toEqual({
      deliveries: 0,
      success_rate: null,
      pending: 0,
      last_success_at: null,
      last_failure_at: null,
    });
  });

  it("is computed from the deliveries of the last days, mentions older failures, and ignores pending ones", async () => {
    const longAgo = HEALTH_DAYS * DAY_MS + HOUR_MS;
    const { health, at } = await healthOf([
      { status: "success", agoMs: HOUR_MS },
      { status: "success", agoMs: 2 * HOUR_MS },
      { status: "success", agoMs: 3 * DAY_MS },
      { status: "pending", agoMs: HOUR_MS },
      { status: "failed", agoMs: longAgo },
      { status: "failed", agoMs: longAgo + HOUR_MS },
    ]);
    expect(health).toEqual({
      deliveries: 3,
      success_rate: 1,
      pending: 1,
      last_success_at: at(HOUR_MS),
      last_failure_at: at(longAgo),
    });
  });

  it("is computed from the latest deliveries for a busy webhook", async () => {
    const { health } = await healthOf([
      { status: "failed", agoMs: HOUR_MS },
      ...Array.from({ length: HEALTH_DELIVERIES }, (_, index) => ({
        status: "success" as const,
        agoMs: 2 * HOUR_MS + index,
      })),
    ]);
    expect(health).toMatchObject({
      deliveries: HEALTH_DELIVERIES,
      success_rate: (HEALTH_DELIVERIES - 1) / HEALTH_DELIVERIES,
    });
  });
});
