"use client";

import { useSyncExternalStore } from "react";
import { addressOf } from "@/lib/ui/api/address";
import { CONSOLE_HOME, safeReturnPath } from "@/lib/ui/api/return-path";

/** The local-storage key that browser clients keep their JWT under (requirements, Authentication 4). */
const TOKEN_KEY = "token";
const RETURN_KEY = "return_path";
const STARTED_KEY = "signin_started";
const LAST_PROVIDER_KEY = "last_provider";

/** Before the id of the person whose favourites and last pages a key holds. Names of things are in there. */
export const PLACES_KEY = "places:";

function subscribe(onChange: () => void): () => void {
  window.addEventListener("storage", onChange);
  return () => window.removeEventListener("storage", onChange);
}

/** The bearer of this browser, or null when nobody is signed in. */
export function readToken(): string | null {
  return window.localStorage.getItem(TOKEN_KEY);
}

/** The bearer as a page may render it: undefined on the server, where it can't be known. */
export function useToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(subscribe, readToken, () => undefined);
}

/** Notes where the reader is, so that signing in brings them back. */
export function rememberPath(): void {
  const { pathname, search, hash } = window.location;
  window.sessionStorage.setItem(RETURN_KEY, pathname + search + hash);
}

/** Where the reader was headed before they signed in; forgotten once asked. */
export function takeReturnPath(): string {
  const path = window.sessionStorage.getItem(RETURN_KEY);
  window.sessionStorage.removeItem(RETURN_KEY);
  return safeReturnPath(path ?? CONSOLE_HOME);
}

/** Notes that a sign-in was started in this tab, and with which provider. */
export function noteSignInStarted(providerId: string): void {
  window.sessionStorage.setItem(STARTED_KEY, "true");
  window.localStorage.setItem(LAST_PROVIDER_KEY, providerId);
}

/** Whether this tab started the sign-in that now ends here; forgotten once asked. */
export function takeSignInStarted(): boolean {
  const isStarted = window.sessionStorage.getItem(STARTED_KEY) !== null;
  window.sessionStorage.removeItem(STARTED_KEY);
  return isStarted;
}

/** The provider that this browser signed in with last; null on the server and in a fresh browser. */
export function useLastProvider(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => window.localStorage.getItem(LAST_PROVIDER_KEY),
    () => null,
  );
}

/** Keeps the bearer that a sign-in ended with. @throws DOMException where the browser forbids storage */
export function storeToken(token: string): void {
  window.localStorage.setItem(TOKEN_KEY, token);
}

/** Ends the session that used this bearer and asks to sign in again, unless another tab has done so already. */
export function endExpiredSession(token: string): void {
  if (readToken() !== token) return;
  window.localStorage.removeItem(TOKEN_KEY);
  rememberPath();
  window.location.replace("/signin?reason=expired");
}

type Claims = { sub?: unknown; sid?: unknown; iat?: unknown };

/** What a JWT says, unverified: good for telling what this browser did, and for nothing else. */
function claimsOf(token: string): Claims {
  try {
    const payload = token.split(".")[1] ?? "";
    return JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as Claims;
  } catch {
    return {};
  }
}

/** The developer a JWT names. */
export function subjectOf(token: string): string | null {
  const { sub } = claimsOf(token);
  return typeof sub === "string" ? sub : null;
}

/** When the reader signed in here, in milliseconds; null where the bearer does not say. */
export function signedInAtMs(): number | null {
  const { iat } = claimsOf(readToken() ?? "");
  return typeof iat === "number" ? iat * 1000 : null;
}

/** Tells the server that a bearer is not used any more. It need not succeed: the bearer is forgotten here either way. */
export function endSessionOf(token: string): void {
  const { sid } = claimsOf(token);
  if (typeof sid !== "string") return;
  void fetch(addressOf("/developers/me/sessions/{session_id}", { session_id: sid }), {
    method: "DELETE",
    headers: { Authorization: `Bearer ${token}` },
    // The page is left at once.
    keepalive: true,
  }).catch(() => {});
}

/** Leaves the console, whose session is over: everything read so far leaves memory with the page. */
export function leave(to = "/"): void {
  window.localStorage.removeItem(TOKEN_KEY);
  for (const key of Object.keys(window.localStorage)) {
    if (key.startsWith(PLACES_KEY)) window.localStorage.removeItem(key);
  }
  window.sessionStorage.removeItem(RETURN_KEY);
  window.location.replace(to);
}

/** Signs out of this browser. */
export function signOut(): void {
  const token = readToken();
  if (token !== null) endSessionOf(token);
  leave();
}

/** Leads through signing in anew, and to `path` of this site afterwards. */
export function signInAgain(path: string): void {
  window.sessionStorage.setItem(RETURN_KEY, path);
  window.location.assign("/signin?reason=again");
}
