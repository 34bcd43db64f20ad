import { useQueryClient } from "@tanstack/react-query";
import type { Integration as IntegrationSchema } from "@/lib/inbound/schema";
import type { AnswerOf, ItemOf, QueryOf } from "@/lib/ui/api/input";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { keyOf, useAnswer, useList, useRefresh, useSend } from "@/lib/ui/api/resource-queries";
import type { Range } from "@/lib/ui/integrations/ranges";

export type Integration = IntegrationSchema;
export type ChatTeam = AnswerOf<"GET", typeof CHAT_TEAMS>[number];
export type ReceivedDelivery = ItemOf<typeof DELIVERIES>;
export type DeliveryDetail = AnswerOf<"GET", typeof DELIVERY>;
export type WorkspaceKey = ItemOf<typeof API_KEYS>;
export type ProductEvent = ItemOf<typeof EVENTS>;
export type Counts = AnswerOf<"GET", `${typeof EVENTS}/counts`>;

const POLL_MS = 30_000;
/** A delivery that waits for its job is handled within seconds. */
const BUSY_POLL_MS = 2_000;

const WORKSPACE = "/workspaces/{workspace_id}";
const INTEGRATIONS = `${WORKSPACE}/integrations` as const;
const DELIVERIES = `${INTEGRATIONS}/deliveries` as const;
const DELIVERY = `${DELIVERIES}/{received_id}` as const;
const CHAT_TEAMS = `${WORKSPACE}/chat-teams` as const;
const API_KEYS = `${WORKSPACE}/api-keys` as const;
const EVENTS = `${WORKSPACE}/product-events` as const;

const isRunning = ({ status }: ReceivedDelivery) => status === "pending" || status === "retrying";

/** The webhook providers and their recent deliveries. */
export function useIntegrations() {
  return useAnswer(INTEGRATIONS, { params: useWorkspaceParams() }, { refetchInterval: POLL_MS });
}

/** The connected chat teams; polled if `isLive`. */
export function useChatTeams(isLive: boolean) {
  return useAnswer(
    CHAT_TEAMS,
    { params: useWorkspaceParams() },
    { refetchInterval: isLive ? BUSY_POLL_MS : false },
  );
}

/** Requests the command that connects the chat team in which it is entered. */
export function useConnectCommand() {
  return useSend("post", CHAT_TEAMS, useWorkspaceParams());
}

/** Disconnects a chat team. */
export function useDisconnectChatTeam() {
  const params = useWorkspaceParams();
  return useSend("delete", `${CHAT_TEAMS}/{chat_team_id}`, params, {
    onSuccess: useRefresh(keyOf(CHAT_TEAMS, params)),
  });
}

/** The received webhooks, newest first, polled often while one is being handled. */
export function useDeliveries(query: QueryOf<typeof DELIVERIES>) {
  return useList(
    DELIVERIES,
    { params: useWorkspaceParams(), query },
    { pollMs: (items) => (items.some(isRunning) ? BUSY_POLL_MS : POLL_MS) },
  );
}

/** One received webhook with its headers and body. */
export function useDelivery(id: string) {
  return useAnswer(
    DELIVERY,
    { params: useWorkspaceParams({ received_id: id }) },
    { refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? BUSY_POLL_MS : false) },
  );
}

/** Handles a delivery again. */
export function useReplayDelivery() {
  const queries = useQueryClient();
  const params = useWorkspaceParams();
  const refresh = useRefresh(keyOf(DELIVERIES, params), keyOf(INTEGRATIONS, params));
  return useSend("post", `${DELIVERY}/replay`, params, {
    onSuccess: (delivery) => {
      queries.setQueryData(
        keyOf(DELIVERY, { ...params, received_id: delivery.id }),
        (before) => before && { ...before, ...delivery },
      );
      return refresh();
    },
  });
}

/** The API keys for product events, by prefix only. */
export function useWorkspaceKeys() {
  return useList(API_KEYS, { params: useWorkspaceParams() }, { pollMs: POLL_MS });
}

/** Creates an API key; only this response contains the key itself. */
export function useCreateWorkspaceKey() {
  const params = useWorkspaceParams();
  return useSend("post", API_KEYS, params, { onSuccess: useRefresh(keyOf(API_KEYS, params)) });
}

/** Revokes an API key for good. */
export function useDeleteWorkspaceKey() {
  const params = useWorkspaceParams();
  return useSend("delete", `${API_KEYS}/{key_id}`, params, {
    onSuccess: useRefresh(keyOf(API_KEYS, params)),
  });
}

/** The product events, newest first. */
export function useProductEvents(query: QueryOf<typeof EVENTS>) {
  return useList(EVENTS, { params: useWorkspaceParams(), query }, { pollMs: POLL_MS });
}

/** The product events of a range counted by type, in the reader's hours or days. */
export function useProductEventCounts({ since, until, bucket }: Range) {
  const query = {
    since: since.toISOString(),
    until: until.toISOString(),
    bucket,
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  return useAnswer(
    `${EVENTS}/counts`,
    { params: useWorkspaceParams(), query },
    { refetchInterval: POLL_MS, placeholderData: (previous) => previous },
  );
}
