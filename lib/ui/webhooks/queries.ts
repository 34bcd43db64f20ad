"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { get, queryOf, send } from "@/lib/ui/api/client";
import { editLists } from "@/lib/ui/api/list-cache";
import { useList } from "@/lib/ui/api/use-list";
import { workspaceApi } from "@/lib/ui/api/workspaces";
import type { HeldEvent as HeldEventSchema, HeldEventsDiscarded } from "@/lib/webhooks/held/schema";
import type {
  CreateWebhook,
  Delivery as DeliverySchema,
  DeliveryWithAttempts as DeliveryWithAttemptsSchema,
  NewWebhook,
  Recover,
  Recovered,
  UpdatedWebhook,
  UpdateWebhook,
  Webhook as WebhookSchema,
  WebhookSecret,
} from "@/lib/webhooks/schema";

export type Webhook = z.output<typeof WebhookSchema>;
export type Delivery = z.output<typeof DeliverySchema>;
export type HeldEvent = z.output<typeof HeldEventSchema>;
export type DeliveryWithAttempts = z.output<typeof DeliveryWithAttemptsSchema>;

const BUSY_POLL_MS = 2_000;
const POLL_MS = 15_000;

const keys = {
  webhooks: (workspaceId: string) => ["webhooks", workspaceId] as const,
  webhook: (workspaceId: string, id: string) => ["webhook", workspaceId, id] as const,
  deliveries: (webhookId: string) => ["webhook-deliveries", webhookId] as const,
  delivery: (webhookId: string, id: string) => ["webhook-delivery", webhookId, id] as const,
  held: (webhookId: string) => ["webhook-held", webhookId] as const,
  failed: (webhookId: string) => ["webhook-failed", webhookId] as const,
};

const webhooksPath = (workspaceId: string) => workspaceApi(workspaceId, "/crm/webhooks");
const webhookPath = (workspaceId: string, id: string, path = "") =>
  `${webhooksPath(workspaceId)}/${encodeURIComponent(id)}${path}`;

/** What waits for its next attempt changes by itself, soon. */
const pollMs = (isBusy: boolean) => (isBusy ? BUSY_POLL_MS : POLL_MS);

/** The workspace's webhooks with their health, newest first. */
export function useWebhooks(workspaceId: string) {
  return useList<Webhook>(keys.webhooks(workspaceId), webhooksPath(workspaceId), {
    pollMs: (webhooks) => pollMs(webhooks.some(({ health }) => health.pending > 0)),
  });
}

/** One webhook with its health. */
export function useWebhook(workspaceId: string, id: string) {
  return useQuery({
    queryKey: keys.webhook(workspaceId, id),
    queryFn: ({ signal }) => get<Webhook>(webhookPath(workspaceId, id), { signal }),
    refetchInterval: ({ state }) => pollMs((state.data?.health.pending ?? 0) > 0),
  });
}

/** A webhook's deliveries, newest first. */
export function useDeliveries(workspaceId: string, webhookId: string, filters: Record<string, string>) {
  return useList<Delivery>(
    [...keys.deliveries(webhookId), filters],
    webhookPath(workspaceId, webhookId, `/deliveries${queryOf(filters)}`),
    { pollMs: (deliveries) => pollMs(deliveries.some(({ status }) => status === "pending")) },
  );
}

/** One delivery with its attempts, read again until it has ended. */
export function useDelivery(workspaceId: string, webhookId: string, id: string) {
  return useQuery({
    queryKey: keys.delivery(webhookId, id),
    queryFn: ({ signal }) =>
      get<DeliveryWithAttempts>(
        webhookPath(workspaceId, webhookId, `/deliveries/${encodeURIComponent(id)}`),
        { signal },
      ),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? BUSY_POLL_MS : false),
  });
}

const heldPath = (workspaceId: string, webhookId: string, path = "") =>
  webhookPath(workspaceId, webhookId, `/held-events${path}`);

/** The events that came while a webhook was off, newest first. */
export function useHeldEvents(workspaceId: string, webhookId: string) {
  return useList<HeldEvent>(keys.held(webhookId), heldPath(workspaceId, webhookId));
}

/** One of them with its whole payload, where that is asked for. */
export function useHeldEvent(
  workspaceId: string,
  { webhook_id, event_id }: Pick<HeldEvent, "webhook_id" | "event_id">,
  enabled: boolean,
) {
  return useQuery({
    queryKey: [...keys.held(webhook_id), event_id],
    queryFn: ({ signal }) =>
      get<HeldEvent>(heldPath(workspaceId, webhook_id, `/${encodeURIComponent(event_id)}`), { signal }),
    enabled,
  });
}

/** Reads again all that shows webhooks. */
function useRefresh(workspaceId: string, webhookId: string | null) {
  const queries = useQueryClient();
  const stale = [
    keys.webhooks(workspaceId),
    ...(webhookId === null
      ? []
      : [keys.webhook(workspaceId, webhookId), keys.deliveries(webhookId), keys.held(webhookId)]),
  ];
  return () => Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** Makes a webhook; this answer alone carries its secret. */
export function useCreateWebhook(workspaceId: string) {
  return useMutation({
    mutationFn: (body: z.input<typeof CreateWebhook>) =>
      send<z.output<typeof NewWebhook>>("POST", webhooksPath(workspaceId), body),
    onSuccess: useRefresh(workspaceId, null),
  });
}

/** Changes a webhook; what is not a secret shows at once and is taken back when the server refuses. */
export function useUpdateWebhook(workspaceId: string, id: string) {
  const queries = useQueryClient();
  const refresh = useRefresh(workspaceId, id);
  const queryKey = keys.webhook(workspaceId, id);
  return useMutation({
    mutationFn: (body: z.input<typeof UpdateWebhook>) =>
      send<z.output<typeof UpdatedWebhook>>("PATCH", webhookPath(workspaceId, id), body),
    onMutate: async ({ is_active }) => {
      if (is_active === undefined) return () => {};
      const edit = (webhook: Webhook): Webhook => ({
        ...webhook,
        is_active,
        ...(is_active ? { disabled_reason: null, disabled_at: null, failing_since: null } : {}),
      });
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Webhook>(queryKey);
      if (before) queries.setQueryData(queryKey, edit(before));
      const takeBackLists = await editLists<Webhook>(queries, keys.webhooks(workspaceId), (webhooks) =>
        webhooks.map((each) => (each.id === id ? edit(each) : each)),
      );
      return () => {
        takeBackLists();
        queries.setQueryData(queryKey, before);
      };
    },
    onError: (_error, _body, takeBack) => takeBack?.(),
    onSuccess: (webhook) => queries.setQueryData(queryKey, webhook),
    onSettled: refresh,
  });
}

export function useDeleteWebhook(workspaceId: string, id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => send<void>("DELETE", webhookPath(workspaceId, id)),
    // The webhook itself is not read again: it is gone.
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.webhooks(workspaceId) }),
  });
}

/** Gives a webhook a new secret; this answer alone carries it. */
export function useRotateSecret(workspaceId: string, id: string) {
  return useMutation({
    mutationFn: () =>
      send<z.output<typeof WebhookSecret>>("POST", webhookPath(workspaceId, id, "/rotate-secret")),
  });
}

/** Sends a test event. Its delivery is known at once, and its outcome when it has one. */
export function useTestWebhook(workspaceId: string, id: string) {
  const queries = useQueryClient();
  const refresh = useRefresh(workspaceId, id);
  return useMutation({
    mutationFn: () => send<DeliveryWithAttempts>("POST", webhookPath(workspaceId, id, "/test")),
    onSuccess: (delivery) => {
      queries.setQueryData(keys.delivery(id, delivery.id), delivery);
      void refresh();
    },
  });
}

/** Sends a delivery again. */
export function useRedeliver(workspaceId: string, webhookId: string) {
  const queries = useQueryClient();
  const refresh = useRefresh(workspaceId, webhookId);
  return useMutation({
    mutationFn: (id: string) =>
      send<DeliveryWithAttempts>(
        "POST",
        webhookPath(workspaceId, webhookId, `/deliveries/${encodeURIComponent(id)}/redeliver`),
      ),
    onSuccess: (delivery) => {
      queries.setQueryData(keys.delivery(webhookId, delivery.id), delivery);
      return refresh();
    },
  });
}

/** Gives up all events that a webhook holds. */
export function useDiscardHeld(workspaceId: string, webhookId: string) {
  return useMutation({
    mutationFn: () => send<z.output<typeof HeldEventsDiscarded>>("DELETE", heldPath(workspaceId, webhookId)),
    onSuccess: useRefresh(workspaceId, webhookId),
  });
}

type Span = Pick<z.input<typeof Recover>, "since" | "until">;

/** How many failed deliveries and held events of a span of time would be sent; null asks for nothing. */
export function useRecoverable(workspaceId: string, webhookId: string, span: Span | null) {
  return useQuery({
    queryKey: [...keys.failed(webhookId), span],
    queryFn: () =>
      send<z.output<typeof Recovered>>("POST", webhookPath(workspaceId, webhookId, "/recover"), {
        ...span,
        dry_run: true,
      }),
    enabled: span !== null,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Sends all failed deliveries of a span of time again, and all events held since then. */
export function useRecover(workspaceId: string, webhookId: string) {
  return useMutation({
    mutationFn: (span: Span) =>
      send<z.output<typeof Recovered>>("POST", webhookPath(workspaceId, webhookId, "/recover"), span),
    onSuccess: useRefresh(workspaceId, webhookId),
  });
}
