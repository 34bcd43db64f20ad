"use client";

import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { AnswerOf, BodyOf, ItemOf, QueryOf } from "@/lib/ui/api/input";
import {
  keyOf,
  useAnswer,
  useAnswerChange,
  useList,
  useRefresh,
  useSend,
} from "@/lib/ui/api/resource-queries";

export type Webhook = ItemOf<typeof WEBHOOKS>;
export type Delivery = ItemOf<typeof DELIVERIES>;
export type HeldEvent = ItemOf<typeof HELD_EVENTS>;
export type DeliveryWithAttempts = AnswerOf<"GET", typeof DELIVERY>;

const BUSY_POLL_MS = 2_000;
const POLL_MS = 15_000;

const WEBHOOKS = "/workspaces/{workspace_id}/crm/webhooks";
const WEBHOOK = `${WEBHOOKS}/{webhook_id}` as const;
const DELIVERIES = `${WEBHOOK}/deliveries` as const;
const DELIVERY = `${DELIVERIES}/{delivery_id}` as const;
const HELD_EVENTS = `${WEBHOOK}/held-events` as const;
const HELD_EVENT = `${HELD_EVENTS}/{event_id}` as const;
const RECOVER = `${WEBHOOK}/recover` as const;

/** The live stream reports changes to a webhook and its deliveries, but not to its held events. */
const pollMs = ({ is_active, withheld_events }: Webhook) =>
  is_active && withheld_events.length === 0 ? false : POLL_MS;

/** The workspace's webhooks with their health, newest first. */
export function useWebhooks(workspaceId: string) {
  return useList(
    WEBHOOKS,
    { params: { workspace_id: workspaceId } },
    { pollMs: (webhooks) => webhooks.some((webhook) => pollMs(webhook) !== false) && POLL_MS },
  );
}

/** One webhook with its health. */
export function useWebhook(workspaceId: string, id: string) {
  return useAnswer(
    WEBHOOK,
    { params: { workspace_id: workspaceId, webhook_id: id } },
    { refetchInterval: ({ state }) => (state.data ? pollMs(state.data) : false) },
  );
}

/** A webhook's deliveries, newest first. */
export function useDeliveries(workspaceId: string, webhookId: string, query: QueryOf<typeof DELIVERIES>) {
  return useList(
    DELIVERIES,
    { params: { workspace_id: workspaceId, webhook_id: webhookId }, query },
    {
      pollMs: (deliveries) => deliveries.some(({ status }) => status === "pending") && BUSY_POLL_MS,
    },
  );
}

/** One delivery with its attempts, read again until it has ended. */
export function useDelivery(workspaceId: string, webhookId: string, id: string) {
  return useAnswer(
    DELIVERY,
    { params: { workspace_id: workspaceId, webhook_id: webhookId, delivery_id: id } },
    { refetchInterval: ({ state }) => (state.data?.status === "pending" ? BUSY_POLL_MS : false) },
  );
}

/** A webhook's held events, newest first. */
export function useHeldEvents(workspaceId: string, webhookId: string) {
  return useList(HELD_EVENTS, { params: { workspace_id: workspaceId, webhook_id: webhookId } });
}

/** One held event with its whole payload, loaded on demand. */
export function useHeldEvent(
  workspaceId: string,
  { webhook_id, event_id }: Pick<HeldEvent, "webhook_id" | "event_id">,
  enabled: boolean,
) {
  return useAnswer(HELD_EVENT, { params: { workspace_id: workspaceId, webhook_id, event_id } }, { enabled });
}

/** Refetches everything that shows a webhook. */
function useRefreshWebhook(workspaceId: string, webhookId: string) {
  const params = { workspace_id: workspaceId, webhook_id: webhookId };
  return useRefresh(
    keyOf(WEBHOOKS, { workspace_id: workspaceId }),
    ...([WEBHOOK, DELIVERIES, HELD_EVENTS, HELD_EVENT] as const).map((path) => keyOf(path, params)),
  );
}

/** Creates a webhook; only this response contains its secret. */
export function useCreateWebhook(workspaceId: string) {
  const params = { workspace_id: workspaceId };
  return useSend("post", WEBHOOKS, params, { onSuccess: useRefresh(keyOf(WEBHOOKS, params)) });
}

type WebhookChange = BodyOf<"PATCH", typeof WEBHOOK>;

/** Changes a webhook; its switch changes at once, and is reverted if the server refuses. */
export function useUpdateWebhook(workspaceId: string, id: string) {
  const params = { workspace_id: workspaceId, webhook_id: id };
  const edit = (shown: Webhook, { is_active = shown.is_active }: WebhookChange): Webhook => ({
    ...shown,
    is_active,
    ...(is_active && !shown.is_active
      ? { disabled_reason: null, disabled_at: null, failing_since: null }
      : {}),
  });
  return useAnswerChange(keyOf(WEBHOOK, params), {
    send: (body: WebhookChange) => api.patch(WEBHOOK, { params, body }),
    edit,
    inLists: {
      key: keyOf(WEBHOOKS, { workspace_id: workspaceId }),
      edit: (webhooks, body) => webhooks.map((each) => (each.id === id ? edit(each, body) : each)),
    },
    onSettled: useRefreshWebhook(workspaceId, id),
  });
}

export function useDeleteWebhook(workspaceId: string, id: string) {
  const params = { workspace_id: workspaceId, webhook_id: id };
  return useSend("delete", WEBHOOK, params, {
    // Queries of the deleted webhook itself must not be refetched.
    onSuccess: useRefresh(keyOf(WEBHOOKS, { workspace_id: workspaceId })),
  });
}

/** Gives a webhook a new secret; only this response contains it. */
export function useRotateSecret(workspaceId: string, id: string) {
  const params = { workspace_id: workspaceId, webhook_id: id };
  return useSend("post", `${WEBHOOK}/rotate-secret`, params);
}

/** Sends a test event. Its delivery is returned at once, and its outcome when there is one. */
export function useTestWebhook(workspaceId: string, id: string) {
  const queries = useQueryClient();
  const refresh = useRefreshWebhook(workspaceId, id);
  const params = { workspace_id: workspaceId, webhook_id: id };
  return useSend("post", `${WEBHOOK}/test`, params, {
    onSuccess: (delivery) => {
      queries.setQueryData(keyOf(DELIVERY, { ...params, delivery_id: delivery.id }), delivery);
      void refresh();
    },
  });
}

/** Sends a delivery again. */
export function useRedeliver(workspaceId: string, webhookId: string) {
  const queries = useQueryClient();
  const refresh = useRefreshWebhook(workspaceId, webhookId);
  const params = { workspace_id: workspaceId, webhook_id: webhookId };
  return useSend("post", `${DELIVERY}/redeliver`, params, {
    onSuccess: (delivery) => {
      queries.setQueryData(keyOf(DELIVERY, { ...params, delivery_id: delivery.id }), delivery);
      return refresh();
    },
  });
}

/** Discards all events that a webhook holds. */
export function useDiscardHeld(workspaceId: string, webhookId: string) {
  const params = { workspace_id: workspaceId, webhook_id: webhookId };
  return useSend("delete", HELD_EVENTS, params, { onSuccess: useRefreshWebhook(workspaceId, webhookId) });
}

type Span = Pick<BodyOf<"POST", typeof RECOVER>, "since" | "until">;

/** How many failed deliveries and held events of a time span would be sent; null requests nothing. */
export function useRecoverable(workspaceId: string, webhookId: string, span: Span | null) {
  const params = { workspace_id: workspaceId, webhook_id: webhookId };
  return useQuery({
    queryKey: [...keyOf(RECOVER, params), span],
    queryFn:
      span === null ? skipToken : () => api.post(RECOVER, { params, body: { ...span, dry_run: true } }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Resends all failed deliveries of a time span, and sends all events held since then. */
export function useRecover(workspaceId: string, webhookId: string) {
  const params = { workspace_id: workspaceId, webhook_id: webhookId };
  return useSend("post", RECOVER, params, { onSuccess: useRefreshWebhook(workspaceId, webhookId) });
}
