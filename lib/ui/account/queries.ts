import type { ProviderList } from "@/lib/identity/schema";
import { api } from "@/lib/ui/api/client";
import type { BodyOf, ItemOf } from "@/lib/ui/api/input";
import { keyOf, useAnswer, useList, useListChange, useRefresh, useSend } from "@/lib/ui/api/resource-queries";

export type ApiToken = ItemOf<typeof TOKENS>;
export type Connection = ItemOf<typeof CONNECTIONS>;
export type Session = ItemOf<typeof SESSIONS>;
export type Provider = ProviderList[number];

const CONNECTIONS = "/developers/me/connections";
const CONNECTION = `${CONNECTIONS}/{connection_id}` as const;
const TOKENS = "/developers/me/api-tokens";
const TOKEN = `${TOKENS}/{token_id}` as const;
const SESSIONS = "/developers/me/sessions";
/** The newest matter most; the page can show more. */
const SESSIONS_PAGE = 5;

/** Where the reader is signed in. */
export function useSessions() {
  return useList(SESSIONS, { query: { limit: SESSIONS_PAGE } });
}

/** Ends another session. */
export function useEndSession() {
  return useSend("delete", `${SESSIONS}/{session_id}`, {}, { onSettled: useRefresh(keyOf(SESSIONS)) });
}

/** Ends all sessions, including this browser's. */
export function useEndAllSessions() {
  return useSend("delete", SESSIONS, {});
}

/** The reader's accounts at sign-in providers. */
export function useConnections() {
  return useList(CONNECTIONS, {});
}

/** The providers that this server knows. */
export function useProviders() {
  return useAnswer("/auth/providers", {});
}

/** Asks the provider whether a connection still works. */
export function useCheckConnection() {
  return useSend("post", `${CONNECTION}/check`, {}, { onSettled: useRefresh(keyOf(CONNECTIONS)) });
}

/** Deletes a provider's account and its grants. */
export function useDeleteConnection() {
  return useSend("delete", CONNECTION, {}, { onSuccess: useRefresh(keyOf(CONNECTIONS)) });
}

/** The reader's API tokens, by prefix only. */
export function useApiTokens() {
  return useList(TOKENS, {});
}

/** Creates an API token; only this response contains the token itself. */
export function useCreateApiToken() {
  return useSend("post", TOKENS, {}, { onSuccess: useRefresh(keyOf(TOKENS)) });
}

/** Revokes an API token for good. */
export function useDeleteApiToken() {
  return useSend("delete", TOKEN, {}, { onSuccess: useRefresh(keyOf(TOKENS)) });
}

/** Renames a token or switches it on and off; shown at once, and reverted if the server refuses. */
export function useUpdateApiToken() {
  return useListChange(keyOf(TOKENS), {
    send: ({ id, ...body }: BodyOf<"PATCH", typeof TOKEN> & { id: string }) =>
      api.patch(TOKEN, { params: { token_id: id }, body }),
    edit: (tokens, { id, name, is_active }) =>
      tokens.map((token) =>
        token.id === id
          ? { ...token, name: name ?? token.name, is_active: is_active ?? token.is_active }
          : token,
      ),
    onSettled: useRefresh(keyOf(TOKENS)),
  });
}
