import type { IncomingHttpHeaders } from "node:http";
import { API_PREFIX, DEEP_VERBS, PAGE_READERS, PUBLIC_PAGES, UNPREFIXED, VERBS } from "@/lib/http/web-rules";

/*
 * Which route of the API an address leads to, as Next finds it by the rewrites of `next.config.ts`.
 */

const VERB = new RegExp(
  `^/tracker/(?:${Object.entries(VERBS)
    .map(([noun, verbs]) => `(?<${noun}>${noun})(?::|%3[Aa])(?:${verbs.join("|")})`)
    .join("|")})$`,
);

const DEEP_VERB = new RegExp(
  `^(?:${DEEP_VERBS.map(({ path, verbs }) => `${path.replace(/:\w+\((.*?)\)/, "$1")}(?::|%3[Aa])(?:${verbs.join("|")})`).join("|")})$`,
);

/** What may take more than GET without a route that says so: programs' wrong addresses, and Next's own in development. */
const TAKES_MORE = /^\/(?:api\/|__nextjs)/;

/** Of an address that names its server too; what follows is its path, or nothing. */
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/** Pages load dozens of these at once; jobs come by the other. All else is a page or, where there is nothing, becomes one. */
const NO_PAGE = /^\/(?:_next\/static\/|api\/inngest$)/;

/** Whether an address outside the API may lead to a page, if only to the news that there is none. */
export function isPage(pathname: string): boolean {
  return !NO_PAGE.test(pathname);
}

/**
 * An address as requests to the server itself write it. Requests that come by a proxy may name scheme and host as well,
 * which every server has to take (RFC 9112, 3.2.2); which host is meant never matters here.
 */
export function originForm(url: string): string {
  if (!ABSOLUTE.test(url)) return url;
  const rest = url.replace(ABSOLUTE, "");
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** The code of a character in an address. */
const CODE = /%([0-9A-Fa-f]{2})/g;
/** What means the same as its code, wherever it stands (RFC 3986, 2.3). */
const UNRESERVED = /[\w.~-]/;

/**
 * An address whose path has no codes of letters, digits and the like: `/crm/%74asks` is `/crm/tasks` (RFC 3986, 6.2.2.2),
 * and routes are found by how paths are written.
 */
export function withoutNeedlessCodes(url: string): string {
  const [pathname = ""] = url.split(/[?#]/, 1);
  const right = pathname.replace(CODE, (code, hex) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return UNRESERVED.test(character) ? character : code;
  });
  return right + url.slice(pathname.length);
}

/** What programs ask for outside the API. */
const FOR_PROGRAMS = /^\/(?:api\/|metrics$)/;

function withoutSlashes(pathname: string): string {
  return pathname.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
}

/**
 * An address without the slashes that those write too many who put one at the end of a path, or of the base address before
 * it. Next would redirect it, which few senders of webhooks follow, so that the event would be lost. Of pages it stays as
 * it is: what stands in them may be meant from the right address.
 */
export function withoutSpareSlashes(method: string, url: string): string {
  const [pathname = ""] = url.split(/[?#]/, 1);
  const right = withoutSlashes(pathname);
  if (right === pathname) return url;
  const isForPrograms = FOR_PROGRAMS.test(right) || apiPathOf(right) !== null;
  return isForPrograms && !mayBePage(method, right) ? right + url.slice(pathname.length) : url;
}

/** A page of the public area may stand at the address of its JSON. */
export function mayBePage(method: string, pathname: string): boolean {
  return pathname.startsWith("/public/") && (method === "GET" || method === "HEAD");
}

const PUBLIC_AREA = new RegExp(`^/public/(${Object.keys(PUBLIC_PAGES).join("|")})(?=/)`);

const READERS = PAGE_READERS.map((reader) => ({
  name: reader.key,
  pattern: "value" in reader ? new RegExp(`^${reader.value}$`) : /./,
}));

function asksForPage(headers: IncomingHttpHeaders): boolean {
  return READERS.some(({ name, pattern }) => pattern.test(headers[name]?.toString() ?? ""));
}

/** Where the page stands that Next answers a request with; null where it answers with the API's JSON. */
export function pagePathOf(method: string, pathname: string, headers: IncomingHttpHeaders): string | null {
  if (apiPathOf(pathname) === null) return withoutSlashes(pathname);
  if (!mayBePage(method, pathname) || !PUBLIC_AREA.test(pathname) || !asksForPage(headers)) return null;
  return pathname.replace(PUBLIC_AREA, (_, area: keyof typeof PUBLIC_PAGES) => `/${PUBLIC_PAGES[area]}`);
}

/** Whether an address outside the API can only be read, as pages and files can. */
export function isReadOnly(pathname: string): boolean {
  return !TAKES_MORE.test(pathname);
}

/**
 * Parts of a path that mean another one, which everybody resolves before they send it (RFC 3986, 5.2.4): what is decided
 * by the path as it is written would be decided for the wrong one.
 */
const DOTS = /[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i;

/** The path of an address without its query; null for an address that is not spelled rightly. */
export function pathnameOf(url: string): string | null {
  const pathname = url.split(/[?#]/, 1)[0] ?? "";
  if (DOTS.test(pathname)) return null;
  try {
    decodeURIComponent(pathname);
    return pathname;
  } catch {
    return null;
  }
}

/**
 * The path of an API address as the folders spell it: `/v1/tracker/devices:heartbeat`, with or without the prefix, is
 * `/tracker/devices/heartbeat`. Null for pages and all else.
 */
export function apiPathOf(pathname: string): string | null {
  const isPrefixed = pathname.startsWith(`${API_PREFIX}/`);
  const path = isPrefixed ? pathname.slice(API_PREFIX.length) : pathname;
  if (!isPrefixed && !UNPREFIXED.includes(path.split("/", 2)[1] ?? "")) return null;
  return VERB.test(path) || DEEP_VERB.test(path) ? path.replace(/:|%3a/i, "/") : path;
}
