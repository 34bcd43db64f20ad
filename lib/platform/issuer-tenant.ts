/*
 * Microsoft's issuers name a tenant in their path, or one of these words for all of them.
 * https://learn.microsoft.com/entra/identity-platform/v2-protocols#endpoints
 */
const MICROSOFT_HOST =
  /(^|\.)(microsoftonline\.(com|us|de)|partner\.microsoftonline\.cn|login\.windows\.net|sts\.windows\.net|login\.microsoft\.com)$/;
const MANY_TENANTS = new Set([
  "",
  "common",
  "organizations",
  "consumers",
  // The tenant of all personal accounts.
  "9188040d-6c67-4c5b-b112-36a304b66dad",
]);

/** Tenants in which anybody may have an account. */
const FOR_EVERYBODY = new Set([
  "accounts.google.com",
  "gitlab.com",
  "github.com",
  "appleid.apple.com",
  "api.login.yahoo.com",
  "www.facebook.com",
  "www.linkedin.com",
]);

/** Whether an issuer is one of Microsoft's. */
export function isMicrosoftIssuer(issuer: string): boolean {
  return MICROSOFT_HOST.test(new URL(issuer).hostname);
}

/** Whether all accounts at an issuer belong to one organisation, so that it can be trusted about their addresses. */
export function namesOneTenant(issuer: string): boolean {
  const { hostname, pathname } = new URL(issuer);
  if (MICROSOFT_HOST.test(hostname)) return !MANY_TENANTS.has((pathname.split("/")[1] ?? "").toLowerCase());
  return !FOR_EVERYBODY.has(hostname);
}
