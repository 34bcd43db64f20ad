import { createHmac, randomUUID } from "node:crypto";
import { POST } from "@/app/api/v1/webhooks/code_host/route";
import { processDelivery } from "@/lib/inbound/process-delivery";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";

export const WEBHOOK_SECRET = "a-webhook-secret-of-the-tests";

/** The signature that the code host makes of these bytes. */
export function signatureOf(body: string | Uint8Array, secret = WEBHOOK_SECRET): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

type Given = { delivery?: string; headers?: Record<string, string> };

/** Posts a payload as the code host does, signed unless `headers` say otherwise. */
export function deliver(event: string, payload: unknown, { delivery, headers }: Given = {}) {
  const body =
    typeof payload === "string" || payload instanceof Uint8Array ? payload : JSON.stringify(payload);
  return call(POST, "POST", {
    body,
    headers: {
      "content-type": "application/json",
      "x-host-event": event,
      "x-host-delivery": delivery ?? randomUUID(),
      "x-host-signature-256": signatureOf(body),
      ...headers,
    },
  });
}

/** Does the work of every delivery that waits for it, in the order in which they came. */
export async function processAll(now = new Date()): Promise<void> {
  const waiting = await db().inboundDelivery.findMany({
    where: { status: { in: ["pending", "retrying"] } },
    orderBy: [{ receivedAt: "asc" }, { id: "asc" }],
  });
  for (const { id } of waiting) await processNow(id, now);
}

/** Makes an attempt at a delivery, whenever it is due. */
export async function processNow(id: string, now = new Date()): Promise<void> {
  await db().inboundDelivery.updateMany({
    where: { id, dueAt: { not: null } },
    data: { dueAt: new Date(0) },
  });
  await processDelivery(id, now);
}

/** Delivers and does the work at once. */
export async function deliverAndProcess(event: string, payload: unknown): Promise<void> {
  const answer = await deliver(event, payload);
  if (answer.json?.status !== "accepted") throw new Error(`The delivery was answered with ${answer.text}`);
  await processAll();
}
