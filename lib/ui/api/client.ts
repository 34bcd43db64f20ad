"use client";

import { endExpiredSession, readToken } from "@/lib/ui/api/session";

export type Issue = { path: string; message: string };

/** No answer came at all: offline, or the server is down. */
export const NO_ANSWER_STATUS = 0;

/** A refusal of the API, or no answer. `detail` is one sentence for people; `requestId` finds the log lines. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly issues: Issue[] = [],
    readonly requestId: string | null = null,
    /** What else the answer holds: how things stand instead. */
    readonly state: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
  }

  /** What was wrong with one field of the body that was sent. */
  issueOf(path: string): string | undefined {
    return this.issues.find((issue) => issue.path === path)?.message;
  }
}

/** One page of a list, and where the next one is. */
export type ListPage<T> = { items: T[]; next: string | null };

type Options = {
  method?: string;
  body?: unknown;
  signal?: AbortSignal;
  token?: string | null;
  ifMatch?: string;
};

async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as
    | ({ detail?: unknown; issues?: Issue[] } & Record<string, unknown>)
    | null;
  const detail =
    typeof body?.detail === "string" ? body.detail : `The server answered with status ${response.status}.`;
  const requestId = response.headers.get("x-request-id");
  return new ApiError(response.status, detail, body?.issues ?? [], requestId, body ?? {});
}

async function request(path: string, options: Options): Promise<Response> {
  const token = options.token === undefined ? readToken() : options.token;
  const headers = new Headers({ Accept: "application/json" });
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  if (options.body !== undefined) headers.set("Content-Type", "application/json");
  if (options.ifMatch !== undefined) headers.set("If-Match", options.ifMatch);
  const response = await fetch(path, {
    method: options.method ?? "GET",
    headers,
    cache: "no-store",
    // A change that is shown before it is answered, as a vote is, must outlive a page that is left at once. Browsers
    // carry few bytes for such a page, so those with a body don't ask for it.
    keepalive: options.method !== undefined && options.body === undefined,
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  }).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    throw new ApiError(NO_ANSWER_STATUS, "The server can't be reached. Check your connection and try again.");
  });
  if (response.ok) return response;
  // A bearer handed in is on trial; the one of this browser ends its session when it is refused.
  if (response.status === 401 && token !== null && options.token === undefined) endExpiredSession(token);
  throw await errorOf(response);
}

/** Reads one resource. @throws ApiError */
export async function get<T>(path: string, options: Pick<Options, "signal" | "token"> = {}): Promise<T> {
  return (await (await request(path, options)).json()) as T;
}

/** The `rel="next"` of a Link header (RFC 8288) as a path of this site, or null on the last page. */
export function nextPathOf(link: string | null, origin: string): string | null {
  const target = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
  if (target === undefined || !URL.canParse(target, origin)) return null;
  const url = new URL(target, origin);
  // The bearer goes to this site only.
  return url.origin === origin ? url.pathname + url.search : null;
}

/** Reads one page of a list. @throws ApiError */
export async function getPage<T>(path: string, signal?: AbortSignal): Promise<ListPage<T>> {
  const response = await request(path, signal ? { signal } : {});
  const next = nextPathOf(response.headers.get("link"), window.location.origin);
  return { items: (await response.json()) as T[], next };
}

/**
 * Sends a change and reads what came of it; undefined for a 204.
 * @param ifMatch the entity tag of the version that is to be changed, quotes included; a newer one is a 412
 * @throws ApiError
 */
export async function send<T>(
  method: "POST" | "PATCH" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
  ifMatch?: string,
): Promise<T> {
  const response = await request(path, {
    method,
    ...(body === undefined ? {} : { body }),
    ...(ifMatch === undefined ? {} : { ifMatch }),
  });
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** Saves what a path answers as a file: a plain link could not carry the bearer. @throws ApiError */
export async function download(path: string, name: string): Promise<void> {
  const response = await request(path, {});
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** The parameters that are set, as the query of an API path. */
export function queryOf(filters: Record<string, string>): string {
  const set = Object.entries(filters).filter(([, value]) => value !== "");
  return set.length === 0 ? "" : `?${new URLSearchParams(set)}`;
}
