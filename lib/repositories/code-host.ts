import { Octokit } from "@octokit/core";
import { paginateRest } from "@octokit/plugin-paginate-rest";
import { RequestError } from "@octokit/request-error";
import type { z } from "zod";
import { AppError } from "@/lib/http/app-error";
import { boundedFetch } from "@/lib/identity/bounded-answers";
import { callProvider } from "@/lib/identity/call-provider";
import { listProviders } from "@/lib/identity/providers";
import { findConnectionTo } from "@/lib/identity/store";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import {
  CODE_HOST_ANSWER_BYTES_MAX,
  CODE_HOST_PAGE_ITEMS,
  CODE_HOST_TIMEOUT_MS,
} from "@/lib/repositories/limits";
import { rateLimitedUntil } from "@/lib/repositories/rules";

/** Why the code host gave no answer, in words of our own: its own ones are never shown to a tenant. */
export type RefusalReason =
  | "not_configured"
  | "no_connection"
  | "reauth_required"
  | "no_access"
  | "gone"
  | "rate_limited"
  | "unavailable";

/** The code host did not answer a question. The cause is for the log. */
export class CodeHostRefusal extends Error {
  constructor(
    readonly reason: RefusalReason,
    /** When to ask again, where the code host limits. */
    readonly againAt: Date | null = null,
    cause?: unknown,
  ) {
    super(`the code host gave no answer: ${reason}`, { cause });
  }
}

type Parameters = Record<string, string | number>;

/** The code host's API as one developer sees it. */
export type CodeHost = {
  /** One GET. @throws CodeHostRefusal */
  read<T>(route: string, schema: z.ZodType<T>, parameters: Parameters): Promise<T>;
  /** The same; null when `etag` still names what the code host has. @throws CodeHostRefusal */
  readChanged<T>(
    route: string,
    schema: z.ZodType<T>,
    parameters: Parameters,
    etag: string | undefined,
  ): Promise<{ data: T; etag: string | undefined } | null>;
  /** The pages of a list from `parameters.page` on. @throws CodeHostRefusal */
  pages<T>(route: string, schema: z.ZodType<T>, parameters: Parameters): AsyncGenerator<T>;
  /** What time it is: when it was opened, and what passed since. */
  time(): Date;
  /** Requests left in the code host's present window, as far as it said. */
  requestsLeft(): number;
};

const Client = Octokit.plugin(paginateRest);

function refusalOf(error: unknown, now: Date): CodeHostRefusal {
  if (error instanceof CodeHostRefusal) return error;
  if (!(error instanceof RequestError)) return new CodeHostRefusal("unavailable", null, error);
  const { cause } = error;
  if (cause instanceof CodeHostRefusal) return cause;
  // What `callProvider` says of a connection that was deleted meanwhile.
  if (cause instanceof AppError && cause.code === "not_found") return new CodeHostRefusal("no_connection");
  const againAt = rateLimitedUntil(error.status, error.response?.headers ?? {}, error.message, now);
  if (againAt) return new CodeHostRefusal("rate_limited", againAt, error);
  if ([403, 404, 451].includes(error.status)) return new CodeHostRefusal("no_access", null, error);
  if ([409, 410, 422].includes(error.status)) return new CodeHostRefusal("gone", null, error);
  return new CodeHostRefusal("unavailable", null, error);
}

function parsed<T>(schema: z.ZodType<T>, data: unknown): T {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  throw new CodeHostRefusal("unavailable", null, result.error);
}

/** The code host that repositories are read from, where one is set up. */
function findCodeHost() {
  const provider = listProviders().find(({ id }) => id === "code_host");
  // The local identity provider signs people in and has no repositories; its tokens must not go to another host.
  return provider?.isAvailable && !provider.isLocal ? provider : null;
}

/** Whether repositories can be adopted here at all. */
export function isCodeHostConfigured(): boolean {
  return findCodeHost() !== null;
}

/**
 * Opens the code host with a developer's own connection. Every request goes through `callProvider`, so that the token
 * is refreshed when it has to be, and a refused one marks the connection.
 * @throws CodeHostRefusal not_configured, no_connection or reauth_required
 */
export async function openCodeHost(developerId: string, now: Date): Promise<CodeHost> {
  const provider = findCodeHost();
  if (!provider) throw new CodeHostRefusal("not_configured");
  const connection = await findConnectionTo(developerId, "code_host");
  if (!connection) throw new CodeHostRefusal("no_connection");
  if (connection.status !== "active") throw new CodeHostRefusal("reauth_required");

  const started = performance.now();
  const time = () => new Date(now.getTime() + performance.now() - started);
  const baseUrl = env().CODE_HOST_API_URL;
  let requestsLeft = Number.POSITIVE_INFINITY;

  async function send(url: string, { headers }: { headers: Record<string, string> }): Promise<Response> {
    // The next page's address comes from outside: the token goes nowhere else.
    if (!url.startsWith(`${baseUrl}/`)) throw new CodeHostRefusal("unavailable");
    const answer = await callProvider(
      developerId,
      connection?.id ?? "",
      async (_provider, accessToken) => {
        const options = {
          headers: { ...headers, authorization: `Bearer ${accessToken}` },
          // Renamed repositories redirect. `fetch` takes the token off when it would leave the host.
          redirect: "follow" as const,
          signal: AbortSignal.timeout(CODE_HOST_TIMEOUT_MS),
        };
        const response = await boundedFetch(url, options, CODE_HOST_ANSWER_BYTES_MAX);
        // Read to its end here, so that an answer that breaks off counts as none.
        await response.clone().arrayBuffer();
        return response;
      },
      time(),
    );
    if (answer.status === "reauth_required") throw new CodeHostRefusal("reauth_required");
    const left = Number.parseInt(answer.response.headers.get("x-ratelimit-remaining") ?? "", 10);
    if (left >= 0) requestsLeft = left;
    return answer.response;
  }

  const silent = () => {};
  const client = new Client({
    baseUrl,
    userAgent: "workspace-platform-service",
    request: { fetch: send },
    log: { debug: silent, info: silent, warn: (text) => log.warn(text), error: (text) => log.debug(text) },
  });

  return {
    time,
    requestsLeft: () => requestsLeft,
    async read(route, schema, parameters) {
      try {
        return parsed(schema, (await client.request(route, parameters)).data);
      } catch (error) {
        throw refusalOf(error, time());
      }
    },
    async readChanged(route, schema, parameters, etag) {
      const headers = etag === undefined ? {} : { "if-none-match": etag };
      try {
        const response = await client.request(route, { ...parameters, headers });
        return { data: parsed(schema, response.data), etag: response.headers.etag };
      } catch (error) {
        if (error instanceof RequestError && error.status === 304) return null;
        throw refusalOf(error, time());
      }
    },
    async *pages(route, schema, parameters) {
      try {
        const pages = client.paginate.iterator(route, { per_page: CODE_HOST_PAGE_ITEMS, ...parameters });
        for await (const response of pages) yield parsed(schema, response.data);
      } catch (error) {
        throw refusalOf(error, time());
      }
    },
  };
}
