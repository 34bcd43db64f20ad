import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { AnswerOf, BodyOf, ItemOf, QueryOf } from "@/lib/ui/api/input";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
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
export function useWebhooks() {
  return useList(
    WEBHOOKS,
    { params: useWorkspaceParams() },
    { pollMs: (webhooks) => webhooks.some((webhook) => pollMs(webhook) !== false) && POLL_MS },
  );
}

/** One webhook with its health. */
export function useWebhook(id: string) {
  return useAnswer(
    WEBHOOK,
    { params: useWorkspaceParams({ webhook_id: id }) },
    { refetchInterval: ({ state }) => (state.data ? pollMs(state.data) : false) },
  );
}

/** A webhook's deliveries, newest first. */
export function useDeliveries(webhookId: string, query: QueryOf<typeof DELIVERIES>) {
  return useList(
    DELIVERIES,
    { params: useWorkspaceParams({ webhook_id: webhookId }), query },
    {
      pollMs: (deliveries) => deliveries.some(({ status }) => status === "pending") && BUSY_POLL_MS,
    },
  );
}

/** One delivery with its attempts, read again until it has ended. */
export function useDelivery(webhookId: string, id: string) {
  return useAnswer(
    DELIVERY,
    { params: useWorkspaceParams({ webhook_id: webhookId, delivery_id: id }) },
    { refetchInterval: ({ state }) => (state.data?.status === "pending" ? BUSY_POLL_MS : false) },
  );
}

/** A webhook's held events, newest first. */
export function useHeldEvents(webhookId: string) {
  return useList(HELD_EVENTS, { params: useWorkspaceParams({ webhook_id: webhookId }) });
}

/** One held event with its whole payload, loaded on demand. */
export function useHeldEvent(
  { webhook_id, event_id }: Pick<HeldEvent, "webhook_id" | "event_id">,
  enabled: boolean,
) {
  return useAnswer(HELD_EVENT, { params: useWorkspaceParams({ webhook_id, event_id }) }, { enabled });
}

/** Refetches everything that shows a webhook. */
function useRefreshWebhook(webhookId: string) {
  const params = useWorkspaceParams({ webhook_id: webhookId });
  return useRefresh(
    keyOf(WEBHOOKS, useWorkspaceParams()),
    ...([WEBHOOK, DELIVERIES, HELD_EVENTS, HELD_EVENT] as const).map((path) => keyOf(path, params)),
  );
}

/** Creates a webhook; only this response contains its secret. */
export function useCreateWebhook() {
  const params = useWorkspaceParams();
  return useSend("post", WEBHOOKS, params, { onSuccess: useRefresh(keyOf(WEBHOOKS, params)) });
}

type WebhookChange = BodyOf<"PATCH", typeof WEBHOOK>;

/** Changes a webhook; its switch changes at once, and is reverted if the server refuses. */
export function useUpdateWebhook(id: string) {
  const params = useWorkspaceParams({ webhook_id: id });
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
      key: keyOf(WEBHOOKS, useWorkspaceParams()),
      edit: (webhooks, body) => webhooks.map((each) => (each.id === id ? edit(each, body) : each)),
    },
    onSettled: useRefreshWebhook(id),
  });
}

export function useDeleteWebhook(id: string) {
  const params = useWorkspaceParams({ webhook_id: id });
  return useSend("delete", WEBHOOK, params, {
    // Queries of the deleted webhook itself must not be refetched.
    onSuccess: useRefresh(keyOf(WEBHOOKS, useWorkspaceParams())),
  });
}

/** Gives a webhook a new secret; only this response contains it. */
export function useRotateSecret(id: string) {
  const params = useWorkspaceParams({ webhook_id: id });
  return useSend("post", `${WEBHOOK}/rotate-secret`, params);
}

/** Sends a test event. Its delivery is returned at once, and its outcome when there is one. */
export function useTestWebhook(id: string) {
  const queries = useQueryClient();
  const refresh = useRefreshWebhook(id);
  const params = useWorkspaceParams({ webhook_id: id });
  return useSend("post", `${WEBHOOK}/test`, params, {
    onSuccess: (delivery) => {
      queries.setQueryData(keyOf(DELIVERY, { ...params, delivery_id: delivery.id }), delivery);
      void refresh();
    },
  });
}

/** Sends a delivery again. */
export function useRedeliver(webhookId: string) {
  const queries = useQueryClient();
  const refresh = useRefreshWebhook(webhookId);
  const params = useWorkspaceParams({ webhook_id: webhookId });
  return useSend("post", `${DELIVERY}/redeliver`, params, {
    onSuccess: (delivery) => {
      queries.setQueryData(keyOf(DELIVERY, { ...params, delivery_id: delivery.id }), delivery);
      return refresh();
    },
  });
}

/** Discards all events that a webhook holds. */
export function useDiscardHeld(webhookId: string) {
  const params = useWorkspaceParams({ webhook_id: webhookId });
  return useSend("delete", HELD_EVENTS, params, { onSuccess: useRefreshWebhook(webhookId) });
}

type Span = Pick<BodyOf<"POST", typeof RECOVER>, "since" | "until">;

/** How many failed deliveries and held events of a time span would be sent; null requests nothing. */
export function useRecoverable(webhookId: string, span: Span | null) {
  const params = useWorkspaceParams({ webhook_id: webhookId });
  return useQuery({
    queryKey: [...keyOf(RECOVER, params), span],
    queryFn:
      span === null
        ? skipToken
        : () => api.post(RECOVER, { params, body: { ...span, waiting: true, dry_run: true } }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Resends all failed deliveries of a time span, the waiting ones too if asked, and sends all events held since then. */
export function useRecover(webhookId: string) {
  const params = useWorkspaceParams({ webhook_id: webhookId });
  return useSend("post", RECOVER, params, { onSuccess: useRefreshWebhook(webhookId) });
}
