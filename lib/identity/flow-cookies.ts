import { parseCookie, parseSetCookie, stringifySetCookie } from "cookie";
import { AUTH_FLOW_LIFETIME_S, SIGN_INS_PER_BROWSER_MAX } from "@/lib/identity/limits";
import { sha256Hex } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";

/*
 * What binds a sign-in to the browser that began it. Each sign-in has cookies of its own, called after its state: with
 * shared names, whoever signed in in two tabs, or for a desktop client meanwhile, failed at both.
 */

/** The protocol's cookies of one flow, as next-auth is told to call them. */
export const FLOW_COOKIES = {
  state: "sign-in.state",
  pkce: "sign-in.pkce",
  nonce: "sign-in.nonce",
} as const;

const NAMES = Object.values(FLOW_COOKIES);
const ID_CHARS = 16;
const ID = new RegExp(`^[0-9a-f]{${ID_CHARS}}$`);

/** What all cookies of a sign-in are set with. */
export function cookieOptions() {
  return {
    httpOnly: true,
    // The provider sends the browser back by a top-level navigation from another site.
    sameSite: "lax" as const,
    path: "/",
    secure: env().BASE_URL.startsWith("https:"),
    maxAge: AUTH_FLOW_LIFETIME_S,
  };
}

function browserName(name: string, flowId: string): string {
  // The prefix binds a cookie to this host and to https (RFC 6265bis, section 4.1.3); plain http can't carry it.
  return `${cookieOptions().secure ? "__Host-" : ""}${name}.${flowId}`;
}

function idOf(state: string): string {
  return sha256Hex(state).slice(0, ID_CHARS);
}

function cookiesOf(request: Request): Record<string, string | undefined> {
  return parseCookie(request.headers.get("cookie") ?? "");
}

function ended(flowId: string): string[] {
  return NAMES.map((name) =>
    stringifySetCookie(browserName(name, flowId), "", { ...cookieOptions(), maxAge: 0 }),
  );
}

/** The protocol's cookies among those that next-auth sets, as the flow's own. */
export function flowCookies(setCookies: string[], state: string): string[] {
  return setCookies.flatMap((line) => {
    const { name, value } = parseSetCookie(line);
    const isKept = value !== undefined && NAMES.some((kept) => kept === name);
    return isKept ? [stringifySetCookie(browserName(name, idOf(state)), value, cookieOptions())] : [];
  });
}

/** The cookies of a flow that a browser brings back, as next-auth knows them. */
export function readFlowCookies(request: Request, state: string): Record<string, string | undefined> {
  const cookies = cookiesOf(request);
  return Object.fromEntries(NAMES.map((name) => [name, cookies[browserName(name, idOf(state))]]));
}

/** Cookies that take a finished flow's cookies out of the browser. */
export function endedCookies(state: string): string[] {
  return ended(idOf(state));
}

/**
 * Cookies that make room for another flow's: those of the oldest flows are taken out of the browser where there are too
 * many. A browser names cookies of one path in the order they were made in (RFC 6265, section 5.4).
 */
export function crowdedOutCookies(request: Request): string[] {
  const prefix = browserName(FLOW_COOKIES.state, "");
  const flowIds = Object.keys(cookiesOf(request))
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .filter((id) => ID.test(id));
  return flowIds.slice(0, Math.max(0, flowIds.length + 1 - SIGN_INS_PER_BROWSER_MAX)).flatMap(ended);
}
