import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/access/actor";
import { authorise, changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { decide } from "@/lib/access/rules";
import { recordAudit } from "@/lib/audit/store";
import { AppError, type Issue } from "@/lib/http/app-error";
import { encrypt } from "@/lib/platform/crypto";
import { findOwners } from "@/lib/webhooks/authority/owners";
import { grantEvents, type Sight } from "@/lib/webhooks/authority/rules";
import { checkUrl } from "@/lib/webhooks/check-url";
import { SECRET_RANDOM_BYTES, WEBHOOKS_PER_WORKSPACE_MAX } from "@/lib/webhooks/limits";
import { auditedWebhook, presentWebhook } from "@/lib/webhooks/present";
import { headersContext, secretContext } from "@/lib/webhooks/rules";
import type { CreateWebhook, CreateWebhookAnywhere, NewWebhook } from "@/lib/webhooks/schema";
import { secretOf } from "@/lib/webhooks/sign";
import { countWebhooks, insertWebhook } from "@/lib/webhooks/store";
import { checkPlan } from "@/lib/workspaces/plans/check-plan";

/** A webhook's headers as stored: the values encrypted, the names beside them. */
export function sealHeaders(webhookId: string, headers: Record<string, string>) {
  const headerNames = Object.keys(headers).sort();
  if (headerNames.length === 0) return { headersEncrypted: null, headerNames };
  return { headersEncrypted: encrypt(JSON.stringify(headers), headersContext(webhookId)), headerNames };
}

/** The events that a caller may see, in this request and in general. */
export function sightOf({ permissions, membership }: WorkspaceScope): Sight {
  return { permissions, own: decide(membership) };
}

/**
 * Names the events that a caller may not subscribe to, if any.
 * @throws AppError forbidden
 */
export function refuseEvents(issues: Issue[]): void {
  const [first] = issues;
  if (first) throw new AppError("forbidden", first.message, { issues });
}

/**
 * Subscribes a URL to events of the workspace. The secret is only in this response, and is stored encrypted.
 * @throws AppError invalid for an address that is not public, payment_required if the plan allows no more webhooks,
 * forbidden for events that the caller may not see, conflict if the workspace has as many as any may
 */
export async function createWebhook(
  scope: WorkspaceScope,
  body: CreateWebhook,
  now: Date,
): Promise<NewWebhook> {
  checkUrl(body.url);
  const id = uuidv7();
  const secret = body.secret ?? secretOf(randomBytes(SECRET_RANDOM_BYTES));
  const { name, url, events, is_active: isActive } = body;
  const row = {
    id,
    name,
    url,
    events,
    isActive,
    secretEncrypted: encrypt(secret, secretContext(id)),
    ...sealHeaders(id, body.headers),
  };
  return changeAccess(scope, "can_manage_webhooks", async (tx, current) => {
    await checkPlan(tx, current, "webhooks", now);
    if ((await countWebhooks(tx, current)) >= WEBHOOKS_PER_WORKSPACE_MAX) {
      throw new AppError("conflict", `A workspace has at most ${WEBHOOKS_PER_WORKSPACE_MAX} webhooks`);
    }
    const { granted: grantedEvents, issues } = grantEvents(sightOf(current), events);
    refuseEvents(issues);
    const webhook = await insertWebhook(tx, current, { ...row, grantedEvents }, now);
    const entry = {
      action: "webhook.created",
      target: { type: "webhook", id },
      after: auditedWebhook(webhook),
    };
    await recordAudit(tx, current, entry, now);
    const owners = await findOwners(tx, [webhook]);
    return { ...presentWebhook(webhook, owners.get(id), undefined, undefined), secret };
  });
}

/**
 * Checks that the caller may create webhooks in a workspace.
 * @throws AppError forbidden as `authorise`
 */
export function mayCreateWebhooks(actor: Actor, { workspace_id: id }: { workspace_id: string }) {
  return authorise(actor, id, "can_manage_webhooks");
}

/**
 * The same for callers that name the workspace in the body (requirements, "Outbound webhook management").
 * @throws AppError as `createWebhook`, and forbidden as `authorise`
 */
export async function createWebhookAnywhere(
  actor: Actor,
  { workspace_id, ...body }: CreateWebhookAnywhere,
  now: Date,
): Promise<NewWebhook> {
  return createWebhook(await mayCreateWebhooks(actor, { workspace_id }), body, now);
}
