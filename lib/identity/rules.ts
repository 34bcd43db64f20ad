import { z } from "zod";
import { cleanText } from "@/lib/http/clean-text";
import { httpsUrl, line } from "@/lib/http/fields";
import {
  AVATAR_URL_CHARS_MAX,
  DEVELOPER_NAME_CHARS_MAX,
  LOOPBACK_PORT_MAX,
  LOOPBACK_PORT_MIN,
  RECENT_SIGN_IN_MINUTES,
  REFRESH_BEFORE_EXPIRY_S,
} from "@/lib/identity/limits";
import { MINUTE_MS } from "@/lib/platform/limits";

export const PROVIDER_IDS = ["code_host", "suite_a", "suite_b"] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** Providers that people know by name and logo. */
export const BRANDS = ["github", "gitlab", "google", "microsoft"] as const;
export type Brand = (typeof BRANDS)[number];

/** What a sign-in is for: `connect_crm` asks for the mail and calendar scopes as well. */
export const PURPOSES = ["login", "connect_crm"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Why somebody who has no account yet gets none. */
const SIGN_UP_PROBLEMS = ["sign_up_closed", "email_unverified", "email_domain", "invite_needed"] as const;
export type SignUpProblem = (typeof SIGN_UP_PROBLEMS)[number];

/** Why a sign-in failed, as the client reads it in `?error=` (contract section 2). */
export const SIGN_IN_FAILURES = [
  "invalid_state",
  "access_denied",
  "no_email",
  "token_exchange_failed",
  "userinfo_failed",
  "provider_error",
  "too_many_attempts",
  ...SIGN_UP_PROBLEMS,
] as const;
export type SignInFailure = (typeof SIGN_IN_FAILURES)[number];

/** Who signed in, in the provider's words made storable. */
export type ProviderIdentity = {
  subject: string;
  name: string | null;
  /** In lower case; null when the provider gives none. */
  email: string | null;
  emailVerified: boolean;
  avatarUrl: string | null;
};

/** Who may become a developer here, as SIGN_UP and SIGN_UP_EMAIL_DOMAINS have it. */
export type SignUpPolicy = { signUp: "open" | "invited" | "closed"; domains: readonly string[] };

/**
 * What prevents a new account; null if nothing does. `invite_needed` applies unless they are invited, which takes a
 * query to find out. An address counts only if a provider has verified it: anybody can claim one.
 */
export function signUpProblem(
  { email, emailVerified }: { email: string; emailVerified: boolean },
  { signUp, domains }: SignUpPolicy,
): SignUpProblem | null {
  if (signUp === "closed") return "sign_up_closed";
  if (signUp === "open" && domains.length === 0) return null;
  if (!emailVerified) return "email_unverified";
  if (domains.length > 0 && !isOfDomain(email, domains)) return "email_domain";
  return signUp === "invited" ? "invite_needed" : null;
}

/** Whether an address is of one of these domains themselves, not of one below them. */
export function isOfDomain(email: string, domains: readonly string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf("@") + 1).toLowerCase());
}

/** What a provider granted: its tokens, and what they allow. */
export type Grant = {
  accessToken: string;
  refreshToken: string | null;
  expiresAt: Date | null;
  scopes: string[];
};

/** Whether a text is one of the three provider ids, in exactly this spelling. */
export function isProviderId(text: string | undefined): text is ProviderId {
  return (PROVIDER_IDS as readonly (string | undefined)[]).includes(text);
}

const PORT = /^[1-9]\d{3,4}$/;

/** The port that a device client listens on, or null when the text is no port of the allowed range. */
export function loopbackPort(text: string | undefined): number | null {
  if (text === undefined || !PORT.test(text)) return null;
  const port = Number(text);
  return port >= LOOPBACK_PORT_MIN && port <= LOOPBACK_PORT_MAX ? port : null;
}

const LOOPBACK_CALLBACK = /^http:\/\/127\.0\.0\.1:(\d+)\/callback$/;

/**
 * The port of an allowed `redirect_url`, or null. The text itself is matched and never parsed as a URL, because a parser
 * would take other spellings of other hosts for this one. Nothing but the port is kept of it.
 */
export function portOfRedirectUrl(redirectUrl: string): number | null {
  return loopbackPort(LOOPBACK_CALLBACK.exec(redirectUrl)?.[1]);
}

/** The loopback address of a device client. The host is never anything else (requirements, "Sign-in"). */
export function loopbackCallback(port: number): string {
  return `http://127.0.0.1:${port}/callback`;
}

/** Whether somebody signed in recently enough to end their account; null where they did not sign in at all. */
export function isRecentSignIn(signedInAt: Date | null, now: Date): boolean {
  return signedInAt !== null && now.getTime() - signedInAt.getTime() <= RECENT_SIGN_IN_MINUTES * MINUTE_MS;
}

/** Where a signed-in browser goes. The JWT is a query only on the loopback; in a page's address it is a fragment. */
export function successLocation(port: number | null, jwt: string): string {
  return port === null ? `/signin/complete#token=${jwt}` : `${loopbackCallback(port)}?token=${jwt}`;
}

/** Where a browser goes whose sign-in failed. */
export function failureLocation(port: number | null, failure: SignInFailure): string {
  return `${port === null ? "/signin" : loopbackCallback(port)}?error=${failure}`;
}

// Never altered to fit, because two people must not become one.
const Subject = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => text.isWellFormed() && !text.includes("\0"));
const Email = z.email().max(320);
const AvatarUrl = httpsUrl(AVATAR_URL_CHARS_MAX, /./);

/** A provider's text as a line for people to read, cut to `charsMax`, or null when nothing of it can be seen. */
function shownLine(text: unknown, charsMax: number): string | null {
  if (typeof text !== "string") return null;
  const cut = cleanText(text.toWellFormed(), false).slice(0, charsMax).toWellFormed();
  return line(charsMax).safeParse(cut).data ?? null;
}

type Claims = Record<string, unknown>;

/**
 * The claims of an ID token and of the userinfo endpoint as one. The address and what is said of it come from one of
 * the two, the signed one first: what one says of its address must not be taken for another.
 */
export function joinClaims(idToken: Claims, userinfo: Claims): Claims {
  const { email, email_verified, xms_edov } = idToken.email === undefined ? userinfo : idToken;
  return { ...idToken, ...userinfo, email, email_verified, xms_edov };
}

/** Microsoft's claim that the owner of an address's domain was verified; it is written in each of these ways. */
const EDOV = new Set<unknown>([true, 1, "1", "true"]);

/**
 * Whether a provider verified the address that it gives. Only a true `true` verifies; where nothing is said, Microsoft's
 * claim counts, or that the provider is trusted in this.
 */
function verifies({ email_verified: verified, xms_edov: edov }: Claims, trustsEmail: boolean): boolean {
  return verified === undefined ? EDOV.has(edov) || trustsEmail : verified === true;
}

/** A picture that a browser can load: Microsoft's is shown to those who send a token alone. */
function pictureOf(claims: Claims): string | null {
  const url = AvatarUrl.safeParse(claims.picture).data ?? null;
  return url !== null && new URL(url).hostname === "graph.microsoft.com" ? null : url;
}

/**
 * Reads the claims of an OpenID Connect provider (OpenID Connect Core 1.0, section 5.1).
 * @param trustsEmail whether an address of which nothing is said counts as verified
 * @throws ZodError when there is no usable subject
 */
export function identityOfClaims(claims: Claims, trustsEmail = false): ProviderIdentity {
  const email = Email.safeParse(claims.email);
  return {
    subject: Subject.parse(claims.sub),
    name: shownLine(claims.name, DEVELOPER_NAME_CHARS_MAX),
    email: email.success ? email.data.toLowerCase() : null,
    emailVerified: email.success && verifies(claims, trustsEmail),
    avatarUrl: pictureOf(claims),
  };
}

/** The scopes of a token answer; where it names none, those asked for were granted (RFC 6749, section 5.1). */
export function grantedScopes(answered: string | undefined, asked: string): string[] {
  return [...new Set((answered ?? asked).split(/[\s,]+/).filter(Boolean))].sort();
}

/** The last year that ISO 8601 and Postgres write alike. */
const LAST_TIME_MS = Date.UTC(9999, 11, 31);

/** When a token expires; null for never, which some providers say by a time that no calendar has. */
export function expiryAt(ms: number): Date | null {
  return ms <= LAST_TIME_MS ? new Date(ms) : null;
}

/** Whether an access token has to be refreshed before it is used. */
export function needsRefresh(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() - now.getTime() <= REFRESH_BEFORE_EXPIRY_S * 1000;
}

/**
 * Whether the grant that a connection holds outlives a new one: signing in again asks for less than `connect_crm` did,
 * and must not cost the refresh token and the scopes obtained then.
 */
export function keepsEarlierGrant(
  earlier: { status: string; hasRefreshToken: boolean; scopes: readonly string[] },
  grant: Grant,
  purpose: Purpose,
): boolean {
  if (purpose === "connect_crm" || earlier.status !== "active" || !earlier.hasRefreshToken) return false;
  return grant.refreshToken === null || earlier.scopes.some((scope) => !grant.scopes.includes(scope));
}
