import { randomBytes, randomUUID } from "node:crypto";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { DELIVERIES, WEBHOOK } from "@/lib/first-run/sample-data/catalog";
import { endOf } from "@/lib/first-run/sample-data/rules";
import { insertDeliveries, type Mark } from "@/lib/first-run/sample-data/store";
import { encrypt } from "@/lib/platform/crypto";
import type { Db } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";
import { EVENTS } from "@/lib/webhooks/catalog";
import { serialise } from "@/lib/webhooks/emit";
import { SECRET_RANDOM_BYTES } from "@/lib/webhooks/limits";
import { secretContext } from "@/lib/webhooks/rules";
import { secretOf, sign } from "@/lib/webhooks/sign";
import { insertWebhook } from "@/lib/webhooks/store";
import { checkPlan } from "@/lib/workspaces/plans/check-plan";

const EXAMPLE = EVENTS.find(({ type }) => type === "form.submitted");

/**
 * A webhook that is switched off, with deliveries of the past. @throws AppError payment_required when the plan has no place
 * left
 */
export async function makeWebhook(tx: Db, scope: WorkspaceScope, now: Date): Promise<Mark[]> {
  await checkPlan(tx, scope, "webhooks", now);
  const id = randomUUID();
  const secret = secretOf(randomBytes(SECRET_RANDOM_BYTES));
  const { name, url } = WEBHOOK;
  const events = [...WEBHOOK.events];
  const sealed = {
    secretEncrypted: encrypt(secret, secretContext(id)),
    headersEncrypted: null,
    headerNames: [],
  };
  const grantedEvents = events.filter(() => scope.permissions.has("can_view_forms"));
  await insertWebhook(tx, scope, { id, name, url, events, grantedEvents, isActive: false, ...sealed }, now);
  if (EXAMPLE?.type !== "form.submitted") throw new Error("the catalog has no form.submitted");
  const { type, example: data } = EXAMPLE;
  const made = DELIVERIES.map((delivery) => {
    const at = new Date(now.getTime() - delivery.hoursAgo * HOUR_MS);
    const event = serialise({ workspaceId: scope.workspaceId, type, data }, at);
    const finishedAt = new Date(at.getTime() + delivery.durationMs);
    const row = {
      id: randomUUID(),
      webhookId: id,
      eventId: event.id,
      eventType: type,
      body: event.body,
      ...endOf(delivery),
      attemptNumber: 1,
      roundAttempts: 1,
      createdAt: at,
      finishedAt,
    };
    const { statusCode, durationMs } = delivery;
    const signed = sign(Buffer.from(event.body), { secret, eventId: event.id, at });
    const responseBody = statusCode === 200 ? "ok" : "";
    const attempt = {
      deliveryId: row.id,
      number: 1,
      url,
      statusCode,
      responseBody,
      durationMs,
      startedAt: at,
    };
    return { row, attempt: { ...attempt, ...signed, responseHeaders: { "content-type": "text/plain" } } };
  });
  await insertDeliveries(
    tx,
    made.map(({ row }) => row),
    made.map(({ attempt }) => attempt),
  );
  return [{ kind: "webhook", id }];
}
