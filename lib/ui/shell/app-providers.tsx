"use client";

import { MantineProvider } from "@mantine/core";
import { type DefaultOptions, MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { ApiError, NO_ANSWER_STATUS } from "@/lib/ui/api/client";
import { Toasts } from "@/lib/ui/kit/toasts/toasts";
import { cssVariables, theme } from "@/lib/ui/shell/theme";

const RETRIES_MAX = 2;
const FRESH_MS = 15_000;

/**
 * Retrying helps if the server was unreachable or failed, not if it refused, nor without a connection: what is shown is
 * asked for again once there is one.
 */
function isWorthRetrying(failures: number, error: Error): boolean {
  const status = error instanceof ApiError ? error.status : NO_ANSWER_STATUS;
  if (status === NO_ANSWER_STATUS && !navigator.onLine) return false;
  return (status === NO_ANSWER_STATUS || status >= 500) && failures < RETRIES_MAX;
}

// Offline, requests fail at once. By default they would wait until there is a connection: a button would be busy without a
// word, and what was given up meanwhile would be done after all.
const networkMode = "always";
const DEFAULTS: DefaultOptions = {
  queries: { retry: isWorthRetrying, staleTime: FRESH_MS, networkMode, refetchOnReconnect: true },
  mutations: { networkMode },
};

/** What a page shows is older than an answer that says that it is gone, or not permitted any more. */
const OUTDATED = new Set([403, 404]);

function newQueries(): QueryClient {
  const queries: QueryClient = new QueryClient({
    defaultOptions: DEFAULTS,
    mutationCache: new MutationCache({
      onError: (error) => {
        if (error instanceof ApiError && OUTDATED.has(error.status)) void queries.invalidateQueries();
      },
    }),
  });
  return queries;
}

/** Asks before a tab is closed or loaded anew while a change still waits for the one before it: it would never be sent. */
function useHoldsWaitingChanges(queries: QueryClient) {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (queries.isMutating({ predicate: ({ state }) => state.isPaused }) > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [queries]);
}

/** Theme, server state and toasts for every page. */
export function AppProviders({ children }: { children: ReactNode }) {
  const [queries] = useState(newQueries);
  useHoldsWaitingChanges(queries);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      deduplicateInlineStyles
    >
      <QueryClientProvider client={queries}>
        {children}
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  );
}
