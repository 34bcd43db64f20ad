import { useSyncExternalStore } from "react";
import { arrivalCookieName } from "@/lib/identity/sessions/rules";
import { addressOf } from "@/lib/ui/api/address";
import { CONSOLE_HOME, safeReturnPath } from "@/lib/ui/api/return-path";

/** The local-storage key that browser clients keep their JWT under (requirements, Authentication 4). */
const TOKEN_KEY = "token";
const RETURN_KEY = "return_path";
const STARTED_KEY = "signin_started";
const LAST_PROVIDER_KEY = "last_provider";
const FOR_ANOTHER_TAB_KEY = "signin_for_another_tab";

/** Begins the key of a person's favourites and recent pages, before their id. The entry contains names of things. */
export const PLACES_KEY = "places:";

function subscribe(onChange: () => void): () => void {
  window.addEventListener("storage", onChange);
  return () => window.removeEventListener("storage", onChange);
}

/** This browser's bearer token; null if nobody is signed in. */
export function readToken(): string | null {
  return window.localStorage.getItem(TOKEN_KEY);
}

/** The bearer token for rendering: undefined on the server, where it is unknown. */
export function useToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(subscribe, readToken, () => undefined);
}

/** Whom the page in this tab is kept for when their session ends; null where it is not. */
let reader: string | null = null;

/** Keeps a page that has been read, with what is typed in it, for its reader until the returned function is called. */
export function keepPageOf(developerId: string): () => void {
  reader = developerId;
  return () => {
    reader = null;
  };
}

/** Whether the page is kept and its session is over: its reader has to sign in again. */
export function awaitsSignIn(): boolean {
  return reader !== null && subjectOf(readToken() ?? "") !== reader;
}

/** The same for rendering. */
export function useAwaitsSignIn(): boolean {
  return useSyncExternalStore(subscribe, awaitsSignIn, () => false);
}

/** The bearer token for a request. On a kept page whose session is over, it waits for the next one. */
export async function nextToken(signal?: AbortSignal | null): Promise<string | null> {
  if (!awaitsSignIn()) return readToken();
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      stop();
      reject(signal?.reason);
    };
    const stop = subscribe(() => {
      if (awaitsSignIn()) return;
      stop();
      signal?.removeEventListener("abort", giveUp);
      resolve(readToken());
    });
    signal?.addEventListener("abort", giveUp, { once: true });
  });
}

/** Remembers where the reader is, so that signing in brings them back. */
export function rememberPath(): void {
  const { pathname, search, hash } = window.location;
  window.sessionStorage.setItem(RETURN_KEY, pathname + search + hash);
}

/** Where the reader was before they signed in; can be read once. */
export function takeReturnPath(): string {
  const path = window.sessionStorage.getItem(RETURN_KEY);
  window.sessionStorage.removeItem(RETURN_KEY);
  return safeReturnPath(path ?? CONSOLE_HOME);
}

/** Remembers that a sign-in was started in this tab, and with which provider. */
export function noteSignInStarted(providerId: string): void {
  window.sessionStorage.setItem(STARTED_KEY, "true");
  window.localStorage.setItem(LAST_PROVIDER_KEY, providerId);
}

/** Whether this tab started the sign-in that now completes here; can be read once. */
export function takeSignInStarted(): boolean {
  const isStarted = window.sessionStorage.getItem(STARTED_KEY) !== null;
  window.sessionStorage.removeItem(STARTED_KEY);
  return isStarted;
}

/** Whether a token is the one with which this browser has just come back from its provider; can be read once. */
export function takeArrival(token: string): boolean {
  const isHttps = window.location.protocol === "https:";
  const name = arrivalCookieName(isHttps);
  const held = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API, and none by plain http.
  document.cookie = `${name}=; Path=/; Max-Age=0${isHttps ? "; Secure" : ""}`;
  const { sid } = claimsOf(token);
  return typeof sid === "string" && held === `${name}=${sid}`;
}

/** The provider last used to sign in with this browser; null on the server and in a fresh browser. */
export function useLastProvider(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => window.localStorage.getItem(LAST_PROVIDER_KEY),
    () => null,
  );
}

/** Stores the bearer token after a sign-in. @throws DOMException if the browser forbids storage */
export function storeToken(token: string): void {
  window.localStorage.setItem(TOKEN_KEY, token);
}

/**
 * Ends the session of this bearer token and asks the reader to sign in again, unless another tab has already done so. A
 * kept page asks in its place.
 */
export function endExpiredSession(token: string): void {
  if (readToken() !== token) return;
  window.localStorage.removeItem(TOKEN_KEY);
  // Browsers tell only the other tabs.
  if (reader !== null) return void window.dispatchEvent(new StorageEvent("storage", { key: TOKEN_KEY }));
  rememberPath();
  window.location.replace("/signin?reason=expired");
}

type Claims = { sub?: unknown; sid?: unknown; iat?: unknown };

/** A JWT's claims, unverified: good only for knowing what this browser did. */
function claimsOf(token: string): Claims {
  try {
    const payload = token.split(".")[1] ?? "";
    return JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as Claims;
  } catch {
    return {};
  }
}

/** The developer id in a JWT. */
export function subjectOf(token: string): string | null {
  const { sub } = claimsOf(token);
  return typeof sub === "string" ? sub : null;
}

/** Whether the same account has got another bearer token since this one was read, by signing in in another tab. */
export function isRenewed(token: string): boolean {
  const current = readToken();
  return current !== null && current !== token && subjectOf(current) === subjectOf(token);
}

/** When the reader signed in here, in milliseconds; null if the token does not say. */
export function signedInAtMs(): number | null {
  const { iat } = claimsOf(readToken() ?? "");
  return typeof iat === "number" ? iat * 1000 : null;
}

/** Asks the server to revoke a bearer token. It may fail: the token is removed from this browser anyway. */
export function endSessionOf(token: string): void {
  const { sid } = claimsOf(token);
  if (typeof sid !== "string") return;
  void fetch(addressOf("/developers/me/sessions/{session_id}", { session_id: sid }), {
    method: "DELETE",
    headers: { Authorization: `Bearer ${token}` },
    // The page is left right away.
    keepalive: true,
  }).catch(() => {});
}

/** Leaves the console after the session ended. A full page load clears everything that was read from memory. */
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

/** Opens a tab to sign in; this page stays as it is. */
export function signInInAnotherTab(): void {
  // The new tab begins with a copy of this one's storage.
  window.sessionStorage.setItem(FOR_ANOTHER_TAB_KEY, "true");
  window.open("/signin?reason=expired");
  window.sessionStorage.removeItem(FOR_ANOTHER_TAB_KEY);
}

/** Whether this tab was opened to sign in for another one; can be read once. */
export function takeSignsInForAnotherTab(): boolean {
  const isFor = window.sessionStorage.getItem(FOR_ANOTHER_TAB_KEY) !== null;
  window.sessionStorage.removeItem(FOR_ANOTHER_TAB_KEY);
  return isFor;
}

/** Signs in again, and then continues to `path` on this site. */
export function signInAgain(path: string): void {
  window.sessionStorage.setItem(RETURN_KEY, path);
  window.location.assign("/signin?reason=again");
}
