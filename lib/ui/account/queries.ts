"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { Connection as ConnectionSchema, ProviderList } from "@/lib/identity/schema";
import type { Session as SessionSchema } from "@/lib/identity/sessions/schema";
import type {
  ApiToken as ApiTokenSchema,
  CreateApiToken,
  NewApiToken,
  UpdateApiToken,
} from "@/lib/tokens/schema";
import { get, send } from "@/lib/ui/api/client";
import { editLists } from "@/lib/ui/api/list-cache";
import { useList } from "@/lib/ui/api/use-list";

export type ApiToken = z.output<typeof ApiTokenSchema>;
export type Connection = z.output<typeof ConnectionSchema>;
export type Session = z.output<typeof SessionSchema>;
export type Provider = z.output<typeof ProviderList>[number];

const CONNECTIONS_PATH = "/api/v1/developers/me/connections";
const CONNECTIONS = ["connections"];
const TOKENS_PATH = "/api/v1/developers/me/api-tokens";
const TOKENS = ["api-tokens"];
const SESSIONS_PATH = "/api/v1/developers/me/sessions";
const SESSIONS = ["sessions"];

/** Where the reader is signed in. */
export function useSessions() {
  // The newest tell most; the page has more to show.
  return useList<Session>(SESSIONS, `${SESSIONS_PATH}?limit=5`);
}

/** Ends a sign-in elsewhere. */
export function useEndSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send<void>("DELETE", `${SESSIONS_PATH}/${encodeURIComponent(id)}`),
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS }),
  });
}

/** Ends all sign-ins, that of this browser too. */
export function useEndAllSessions() {
  return useMutation({ mutationFn: () => send<void>("DELETE", SESSIONS_PATH) });
}

/** The accounts elsewhere that the reader signs in with. */
export function useConnections() {
  return useList<Connection>(CONNECTIONS, CONNECTIONS_PATH);
}

/** The providers that this server knows. */
export function useProviders() {
  return useQuery({
    queryKey: ["providers"],
    queryFn: ({ signal }) => get<Provider[]>("/api/v1/auth/providers", { signal }),
  });
}

/** Asks the provider whether a connection still works. */
export function useCheckConnection() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      send<Connection>("POST", `${CONNECTIONS_PATH}/${encodeURIComponent(id)}/check`),
    onSettled: () => queries.invalidateQueries({ queryKey: CONNECTIONS }),
  });
}

/** Forgets a provider's account and the grants it gave. */
export function useDeleteConnection() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send<void>("DELETE", `${CONNECTIONS_PATH}/${encodeURIComponent(id)}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: CONNECTIONS }),
  });
}

/** The reader's API tokens, by prefix only. */
export function useApiTokens() {
  return useList<ApiToken>(TOKENS, TOKENS_PATH);
}

/** Mints an API token; only this answer holds the token itself. */
export function useCreateApiToken() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof CreateApiToken>) =>
      send<z.output<typeof NewApiToken>>("POST", TOKENS_PATH, body),
    onSuccess: () => queries.invalidateQueries({ queryKey: TOKENS }),
  });
}

/** Revokes an API token for good. */
export function useDeleteApiToken() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send<void>("DELETE", `${TOKENS_PATH}/${encodeURIComponent(id)}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: TOKENS }),
  });
}

type TokenChange = { id: string } & z.input<typeof UpdateApiToken>;

/** Renames a token or switches it on and off; it shows at once and is taken back when the server refuses. */
export function useUpdateApiToken() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...change }: TokenChange) =>
      send<ApiToken>("PATCH", `${TOKENS_PATH}/${encodeURIComponent(id)}`, change),
    onMutate: ({ id, name, is_active }) =>
      editLists<ApiToken>(queries, TOKENS, (tokens) =>
        tokens.map((token) =>
          token.id === id
            ? { ...token, name: name ?? token.name, is_active: is_active ?? token.is_active }
            : token,
        ),
      ),
    onError: (_error, _change, takeBack) => takeBack?.(),
    onSettled: () => queries.invalidateQueries({ queryKey: TOKENS }),
  });
}
