import Stripe from "stripe";
import { z } from "zod";
import { lockAccess } from "@/lib/access/store";
import { AppError } from "@/lib/http/app-error";
import { SIGNATURE_AGE_S_MAX } from "@/lib/inbound/payments/limits";
import { ENDED, isFromTheFuture, isLive, planFor, RANK_OF_EVENT } from "@/lib/inbound/payments/rules";
import { PaymentEvent, Subscription } from "@/lib/inbound/payments/schema";
import {
  endSubscription,
  findPaidPlan,
  findSubscriber,
  planExists,
  subscriberAudience,
  upsertSubscription,
} from "@/lib/inbound/payments/store";
import type { InboundProvider } from "@/lib/inbound/provider";
import { env } from "@/lib/platform/env";
import { setPlan } from "@/lib/workspaces/plans/set-plan";

const WorkspaceId = z.uuid();
const SIGNATURE = "stripe-signature";

/** Subscriptions at the payments provider: the newest word on each sets the plan of the workspace it is for. */
export const payments: InboundProvider = {
  name: "payments",
  title: "Payments",
  path: "/api/v1/integrations/webhooks/payments",
  settings: ["PAYMENTS_WEBHOOK_SECRET"],
  headersKept: [],
  isConfigured: () => env().PAYMENTS_WEBHOOK_SECRET !== undefined,

  signature: {
    place: "headers",
    isSigned: (headers) => headers.has(SIGNATURE),
    verify({ bytes, headers }, now) {
      const signature = headers.get(SIGNATURE);
      const secret = env().PAYMENTS_WEBHOOK_SECRET;
      if (signature === null || secret === undefined) return false;
      try {
        const atMs = now.getTime();
        Stripe.webhooks.constructEvent(bytes, signature, secret, SIGNATURE_AGE_S_MAX, undefined, atMs);
        return !isFromTheFuture(signature, now);
      } catch (error) {
        // What is signed and no JSON is answered by the parser.
        return error instanceof SyntaxError && !isFromTheFuture(signature, now);
      }
    },
  },

  sent: {
    proof: {
      name: "payments_signature",
      scheme: {
        type: "apiKey",
        in: "header",
        name: "Stripe-Signature",
        description:
          "`t=<seconds>,v1=<hex>` with the HMAC-SHA256 of `<seconds>.<raw body>`, keyed with `PAYMENTS_WEBHOOK_SECRET`; at most 300 s ago.",
      },
    },
    body: PaymentEvent,
    example: {
      id: "evt_1042",
      type: "customer.subscription.updated",
      created: 1_763_631_000,
      data: {
        object: {
          id: "sub_1042",
          status: "active",
          metadata: { workspace_id: "0199a3ef-0000-7111-8222-a333444555b0" },
          items: { data: [{ price: { id: "price_team" } }] },
        },
      },
    },
  },

  read(body) {
    const event = PaymentEvent.safeParse(body).data;
    if (!event) return { deliveryId: null, event: "unknown", ignored: "missing_fields" };
    const named = { deliveryId: event.id, event: event.type };
    if (!RANK_OF_EVENT.has(event.type)) return { ...named, ignored: "unsupported_event" };
    const subscription = Subscription.safeParse(event.data.object).data;
    if (!subscription) return { ...named, ignored: "missing_fields" };
    const workspaceId = WorkspaceId.safeParse(subscription.metadata?.workspace_id).data ?? null;
    // The end of a subscription says enough by its id: a plan must not outlast it because somebody cleared its metadata.
    if (workspaceId === null && event.type !== ENDED)
      return { ...named, subject: subscription.id, ignored: "no_workspace" };
    return {
      ...named,
      subject: subscription.id,
      ignored: null,
      audience: subscriberAudience(subscription.id, workspaceId),
    };
  },

  async handle({ body }, tx, now) {
    const event = PaymentEvent.parse(body);
    const subscription = Subscription.parse(event.data.object);
    const named = WorkspaceId.safeParse(subscription.metadata?.workspace_id).data ?? null;
    // What is said of a subscription later, that it has ended too, concerns whom it is for, whoever is named now.
    const workspaceId = (await findSubscriber(tx, subscription.id)) ?? named;
    if (workspaceId === null) return;
    const entitles = isLive(event.type, subscription);
    const plan = planFor(subscription, env().PAYMENTS_PRICE_PLANS);
    const planId = plan !== null && (await planExists(tx, plan)) ? plan : null;
    // What has ended needs no plan: its price may be sold no more, and known no more.
    if (planId === null && entitles) {
      const prices = subscription.items.data.map(({ price }) => price.id).join(", ");
      throw new AppError(
        "not_configured",
        `No plan is known for the price ${prices}: see PAYMENTS_PRICE_PLANS.`,
      );
    }
    // From here on, so that two subscriptions of one workspace don't each overlook what the other has just become.
    await lockAccess(tx, workspaceId);
    const said = {
      id: subscription.id,
      workspaceId,
      status: subscription.status,
      eventAt: new Date(event.created * 1000),
      eventRank: RANK_OF_EVENT.get(event.type) ?? 0,
    };
    const isNewest =
      planId === null
        ? await endSubscription(tx, said)
        : await upsertSubscription(tx, { ...said, planId, isLive: entitles });
    if (!isNewest) return;
    const cause = { origin: "payment", subscription_id: subscription.id } as const;
    await setPlan(tx, workspaceId, await findPaidPlan(tx, workspaceId), cause, now);
  },
};
