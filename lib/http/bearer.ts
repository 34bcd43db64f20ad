const BEARER = /^Bearer +(\S{1,4096})$/i;

/** The token of an `Authorization` header with the scheme `Bearer` (RFC 6750); null for any other header, and none. */
export function bearerOf(authorization: string | null): string | null {
  return BEARER.exec(authorization ?? "")?.[1] ?? null;
}
