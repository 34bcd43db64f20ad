import { parseUrl } from "@/lib/platform/parse-url";
import { addressOf } from "@/lib/ui/api/address";
import type {
  AnswerOf,
  AnswerPath,
  AnyPath,
  EventsPath,
  FilePath,
  Given,
  InputOf,
  ItemOf,
  ListPath,
  Method,
} from "@/lib/ui/api/input";
import { awaitsSignIn, endExpiredSession, isRenewed, nextToken } from "@/lib/ui/api/session";

export type Issue = { path: string; message: string };

/** There was no response: offline, or the server is down. */
export const NO_ANSWER_STATUS = 0;

/**
 * An error response of the API, or no response. `detail` is one sentence for people; `requestId` finds the log lines.
 */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly issues: Issue[] = [],
    readonly requestId: string | null = null,
    /** What else the response contains: the current state of what could not be changed. */
    readonly state: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
  }

  /** The error for one field of the body that was sent. */
  issueOf(path: string): string | undefined {
    return this.issues.find((issue) => issue.path === path)?.message;
  }
}

/** Whether the server refused a request with one of these status codes. */
export function isRefusal(error: unknown, ...statuses: readonly number[]): error is ApiError {
  return error instanceof ApiError && statuses.includes(error.status);
}

/** One page of a list, and the address of the next. */
export type ListPage<T> = { items: T[]; next: string | null };

type Reading = {
  signal?: AbortSignal | undefined;
  /** Another bearer token than this browser's; null for none. */
  token?: string | null | undefined;
};
type Options = Reading & { method: Method; body?: unknown; ifMatch?: string | undefined };

/** Sends a request to an address of this site. @throws ApiError if it is refused or not answered */
export type Send = (address: string, options: Options) => Promise<Response>;

const AWAY = "The service can't be reached at the moment. Please try again in a minute.";
/** What to say of statuses with which a proxy answers in the service's place. */
const PROXY_REMARKS: Record<number, string> = {
  413: "That is larger than the proxy before the service lets through.",
  502: AWAY,
  503: AWAY,
  504: AWAY,
};
const SECONDS_MAX = 90;
const MINUTES_MAX = 90;

/** When so many seconds are over, in words: "in 40 seconds". */
function whenOver(seconds: number): string {
  const words = new Intl.RelativeTimeFormat("en");
  if (seconds <= SECONDS_MAX) return words.format(seconds, "second");
  const minutes = Math.ceil(seconds / 60);
  return minutes <= MINUTES_MAX
    ? words.format(minutes, "minute")
    : words.format(Math.ceil(minutes / 60), "hour");
}

/** What an error response says, and what to do next where it leaves that to its status and headers. */
function detailOf({ status, headers }: Response, said: unknown): string {
  const seconds = status === 429 ? Number(headers.get("retry-after")) : 0;
  const when = seconds > 0 ? ` Try again ${whenOver(seconds)}.` : "";
  if (typeof said === "string") return said + when;
  if (status === 429) return `Too many requests at once.${when || " Please try again in a minute."}`;
  return PROXY_REMARKS[status] ?? `The server answered with status ${status}.`;
}

/** Reads an error response. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as
    | ({ detail?: unknown; issues?: Issue[] } & Record<string, unknown>)
    | null;
  const requestId = response.headers.get("x-request-id");
  return new ApiError(
    response.status,
    detailOf(response, body?.detail),
    body?.issues ?? [],
    requestId,
    body ?? {},
  );
}

const request: Send = async (address, options) => {
  const token = options.token === undefined ? await nextToken(options.signal) : options.token;
  const headers = new Headers({ Accept: "application/json" });
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  if (options.body !== undefined) headers.set("Content-Type", "application/json");
  if (options.ifMatch !== undefined) headers.set("If-Match", options.ifMatch);
  const response = await fetch(address, {
    method: options.method,
    headers,
    cache: "no-store",
    // A change that is shown before it is answered, such as a vote, must be sent even if the page is left at once.
    // Browsers limit the bytes of such requests, so those with a body don't use this.
    keepalive: options.method !== "GET" && options.body === undefined,
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    signal: options.signal ?? null,
  }).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    throw new ApiError(NO_ANSWER_STATUS, "The server can't be reached. Check your connection and try again.");
  });
  if (response.ok) return response;
  // A bearer token that was passed in is only being tried. If this browser's own is refused, its session is over.
  if (response.status === 401 && token !== null && options.token === undefined) {
    endExpiredSession(token);
    if (awaitsSignIn() || isRenewed(token)) return request(address, options);
  }
  throw await errorOf(response);
};

/** The `rel="next"` of a Link header (RFC 8288) as a path of this site, or null on the last page. */
export function nextPathOf(link: string | null, origin: string): string | null {
  const target = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
  const url = target === undefined ? null : parseUrl(target, origin);
  // The bearer token is sent to this site only.
  return url?.origin === origin ? url.pathname + url.search : null;
}

/** Lets the browser save a file. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

type AnyInput = Reading & {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  ifMatch?: string;
};

/**
 * Calls the routes by their paths, as in `api.get("/workspaces/{workspace_id}/teams/{team_id}", { params })`. Input and
 * answer have the types that the routes declare (`routes.d.ts`). Every call throws what `send` throws.
 */
export function apiOver(send: Send) {
  const call = (method: Method, path: AnyPath, { params = {}, query, ...options }: AnyInput) =>
    send(addressOf(path, params as never, query), { ...options, method });
  const pageOf = async <T>(response: Response): Promise<ListPage<T>> => ({
    items: await response.json(),
    next: nextPathOf(response.headers.get("link"), window.location.origin),
  });
  const answering =
    <M extends Method>(method: M) =>
    async <P extends AnswerPath<M>>(
      path: P,
      ...[input]: Given<InputOf<M, P> & Reading>
    ): Promise<AnswerOf<M, P>> => {
      const response = await call(method, path as AnyPath, input ?? {});
      return (response.status === 204 ? undefined : await response.json()) as AnswerOf<M, P>;
    };
  return {
    /** Reads one resource. */
    get: answering("GET"),
    /** Sends a change and returns the answer; undefined for a 204. */
    post: answering("POST"),
    put: answering("PUT"),
    patch: answering("PATCH"),
    delete: answering("DELETE"),
    /** Reads the first page of a list. */
    page: async <P extends ListPath>(path: P, ...[input]: Given<InputOf<"GET", P> & Reading>) =>
      pageOf<ItemOf<P>>(await call("GET", path, input ?? {})),
    /** Reads the next page of a list, from the address that the previous page gave. */
    nextPage: async <P extends ListPath>(_path: P, next: string, signal: AbortSignal) =>
      pageOf<ItemOf<P>>(await send(next, { method: "GET", signal })),
    /** A route's stream of events. */
    events: async <P extends EventsPath>(path: P, input: InputOf<"GET", P> & Reading) =>
      (await call("GET", path, input as AnyInput)).body ?? new ReadableStream<Uint8Array<ArrayBuffer>>(),
    /** Saves a response as a file: a plain link could not carry the bearer token. */
    download: async <P extends FilePath>(path: P, input: InputOf<"GET", P>, name: string): Promise<void> =>
      saveFile(await (await call("GET", path, input as AnyInput)).blob(), name),
  };
}

/** The API with the bearer token of whoever is signed in. */
export const api = apiOver(request);
