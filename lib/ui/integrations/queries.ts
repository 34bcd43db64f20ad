"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { ChatTeam as ChatTeamSchema, ConnectCommand } from "@/lib/inbound/chat/schema";
import type {
  Integration as IntegrationSchema,
  ReceivedDeliveryDetail,
  ReceivedDelivery as ReceivedDeliverySchema,
} from "@/lib/inbound/schema";
import type { ProductEventCounts, ProductEvent as ProductEventSchema } from "@/lib/ingestion/schema";
import type {
  CreateWorkspaceKey,
  NewWorkspaceKey,
  WorkspaceKey as WorkspaceKeySchema,
} from "@/lib/tokens/workspace-keys/schema";
import { get, queryOf, send } from "@/lib/ui/api/client";
import { useList } from "@/lib/ui/api/use-list";
import { workspaceApi } from "@/lib/ui/api/workspaces";
import type { Range } from "@/lib/ui/integrations/ranges";

export type Integration = z.output<typeof IntegrationSchema>;
export type ChatTeam = z.output<typeof ChatTeamSchema>;
export type ReceivedDelivery = z.output<typeof ReceivedDeliverySchema>;
export type DeliveryDetail = z.output<typeof ReceivedDeliveryDetail>;
export type WorkspaceKey = z.output<typeof WorkspaceKeySchema>;
export type ProductEvent = z.output<typeof ProductEventSchema>;
export type Counts = z.output<typeof ProductEventCounts>;

const POLL_MS = 30_000;
/** What waits for its job is done within seconds. */
const BUSY_POLL_MS = 2_000;

const keys = {
  integrations: (workspaceId: string) => ["integrations", workspaceId] as const,
  chatTeams: (workspaceId: string) => ["chat-teams", workspaceId] as const,
  deliveries: (workspaceId: string) => ["received-deliveries", workspaceId] as const,
  delivery: (workspaceId: string, id: string) => ["received-delivery", workspaceId, id] as const,
  apiKeys: (workspaceId: string) => ["workspace-keys", workspaceId] as const,
  events: (workspaceId: string) => ["product-events", workspaceId] as const,
  counts: (workspaceId: string) => ["product-event-counts", workspaceId] as const,
};

const isUnderWay = ({ status }: ReceivedDelivery) => status === "pending" || status === "retrying";

/** The providers of webhooks and what came from each of them lately. */
export function useIntegrations(workspaceId: string) {
  return useQuery({
    queryKey: keys.integrations(workspaceId),
    queryFn: ({ signal }) => get<Integration[]>(workspaceApi(workspaceId, "/integrations"), { signal }),
    refetchInterval: POLL_MS,
  });
}

const chatTeamsPath = (workspaceId: string) => workspaceApi(workspaceId, "/chat-teams");

/** The chat teams that are connected; `isLive` while one is about to be. */
export function useChatTeams(workspaceId: string, isLive: boolean) {
  return useQuery({
    queryKey: keys.chatTeams(workspaceId),
    queryFn: ({ signal }) => get<ChatTeam[]>(chatTeamsPath(workspaceId), { signal }),
    refetchInterval: isLive ? BUSY_POLL_MS : false,
  });
}

/** Gets the command that connects the chat team in which it is given. */
export function useConnectCommand(workspaceId: string) {
  return useMutation({
    mutationFn: () => send<z.output<typeof ConnectCommand>>("POST", chatTeamsPath(workspaceId)),
  });
}

/** Disconnects a chat team. */
export function useDisconnectChatTeam(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      send<void>("DELETE", `${chatTeamsPath(workspaceId)}/${encodeURIComponent(id)}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.chatTeams(workspaceId) }),
  });
}

const deliveriesPath = (workspaceId: string) => workspaceApi(workspaceId, "/integrations/deliveries");
const deliveryPath = (workspaceId: string, id: string) =>
  `${deliveriesPath(workspaceId)}/${encodeURIComponent(id)}`;

/** The received webhooks, newest first, read again often while one of them is being handled. */
export function useDeliveries(workspaceId: string, filters: Record<string, string>) {
  return useList<ReceivedDelivery>(
    [...keys.deliveries(workspaceId), filters],
    deliveriesPath(workspaceId) + queryOf(filters),
    { pollMs: (items) => (items.some(isUnderWay) ? BUSY_POLL_MS : POLL_MS) },
  );
}

/** One received webhook with its headers and body. */
export function useDelivery(workspaceId: string, id: string) {
  return useQuery({
    queryKey: keys.delivery(workspaceId, id),
    queryFn: ({ signal }) => get<DeliveryDetail>(deliveryPath(workspaceId, id), { signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? BUSY_POLL_MS : false),
  });
}

/** Lets a delivery be handled once more. */
export function useReplayDelivery(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send<ReceivedDelivery>("POST", `${deliveryPath(workspaceId, id)}/replay`),
    onSuccess: (delivery) => {
      queries.setQueryData<DeliveryDetail>(
        keys.delivery(workspaceId, delivery.id),
        (before) => before && { ...before, ...delivery },
      );
      return Promise.all([
        queries.invalidateQueries({ queryKey: keys.deliveries(workspaceId) }),
        queries.invalidateQueries({ queryKey: keys.integrations(workspaceId) }),
      ]);
    },
  });
}

const apiKeysPath = (workspaceId: string) => workspaceApi(workspaceId, "/api-keys");

/** The keys with which programs add product events, by prefix only. */
export function useWorkspaceKeys(workspaceId: string) {
  return useList<WorkspaceKey>(keys.apiKeys(workspaceId), apiKeysPath(workspaceId), { pollMs: POLL_MS });
}

/** Mints an API key; only this answer holds the key itself. */
export function useCreateWorkspaceKey(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof CreateWorkspaceKey>) =>
      send<z.output<typeof NewWorkspaceKey>>("POST", apiKeysPath(workspaceId), body),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.apiKeys(workspaceId) }),
  });
}

/** Revokes an API key for good. */
export function useDeleteWorkspaceKey(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send<void>("DELETE", `${apiKeysPath(workspaceId)}/${encodeURIComponent(id)}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.apiKeys(workspaceId) }),
  });
}

/** The product events, newest first. */
export function useProductEvents(workspaceId: string, filters: Record<string, string>) {
  return useList<ProductEvent>(
    [...keys.events(workspaceId), filters],
    workspaceApi(workspaceId, `/product-events${queryOf(filters)}`),
    { pollMs: POLL_MS },
  );
}

/** The product events of a range counted by type, in the reader's hours or days. */
export function useProductEventCounts(workspaceId: string, { since, until, bucket }: Range) {
  const query = {
    since: since.toISOString(),
    until: until.toISOString(),
    bucket,
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  return useQuery({
    queryKey: [...keys.counts(workspaceId), query],
    queryFn: ({ signal }) =>
      get<Counts>(workspaceApi(workspaceId, `/product-events/counts${queryOf(query)}`), { signal }),
    refetchInterval: POLL_MS,
    placeholderData: (previous) => previous,
  });
}
