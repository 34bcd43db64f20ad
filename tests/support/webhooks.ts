import { POST as createWebhook } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/route";
import { dispatchingEnqueued } from "@/lib/jobs/dispatch";
import { db, transaction } from "@/lib/platform/database";
import type { EventType } from "@/lib/webhooks/catalog";
import { emitAll, type WebhookEvent } from "@/lib/webhooks/emit";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";

/** A workspace with an owner, on a plan that has room for webhooks. */
export async function aSubscribedWorkspace() {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  await db().workspace.update({ where: { id: workspace.id }, data: { planId: "enterprise" } });
  return { owner, workspaceId: workspace.id };
}

/** A webhook made through the API, with its secret. */
export async function aWebhook(
  { owner, workspaceId }: Awaited<ReturnType<typeof aSubscribedWorkspace>>,
  url: string,
  body: object = {},
) {
  const answer = await call(createWebhook, "POST", {
    bearer: owner.jwt,
    params: { workspace_id: workspaceId },
    body: { url, events: ["*"], ...body },
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json as { id: string; secret: string };
}

/** An event with any `data`, for tests of how events are delivered, which need no whole record in them. */
export function anEvent(workspaceId: string, type: EventType, data: object): WebhookEvent {
  return { workspaceId, type, data } as WebhookEvent;
}

/** Emits as a request does, at `now`: in a transaction, and sent on once it is over. */
export function emitCommitted(workspaceId: string, datas: object[], now = new Date()): Promise<void> {
  const events = datas.map((data) => anEvent(workspaceId, "record.created", data));
  return dispatchingEnqueued(() => transaction((tx) => emitAll(tx, events, now)));
}

/** A webhook's deliveries with their attempts, oldest first. */
export function deliveriesOf(webhookId: string) {
  return db().webhookDelivery.findMany({
    where: { webhookId },
    include: { attempts: { orderBy: { number: "asc" } } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}
