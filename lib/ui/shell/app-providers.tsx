"use client";

import { MantineProvider } from "@mantine/core";
import { type DefaultOptions, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError, NO_ANSWER_STATUS } from "@/lib/ui/api/client";
import { Toasts } from "@/lib/ui/kit/toasts/toasts";
import { cssVariables, theme } from "@/lib/ui/shell/theme";

const RETRIES_MAX = 2;
const FRESH_MS = 15_000;

/** Retrying helps if the server was unreachable or failed, not if it refused. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefusal = error instanceof ApiError && error.status !== NO_ANSWER_STATUS && error.status < 500;
  return !isRefusal && failures < RETRIES_MAX;
}

// Offline, requests fail at once. By default they would wait until there is a connection: a button would be busy without a
// word, and what was given up meanwhile would be done after all.
const networkMode = "always";
const DEFAULTS: DefaultOptions = {
  queries: { retry: isWorthRetrying, staleTime: FRESH_MS, networkMode, refetchOnReconnect: true },
  mutations: { networkMode },
};

/** Theme, server state and toasts for every page. */
export function AppProviders({ children }: { children: ReactNode }) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: DEFAULTS }));
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
