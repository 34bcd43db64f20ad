import { createHash } from "node:crypto";

/**
 * The policy for pages whose scripts Next writes: scripts with this response's nonce run, and what they load. The
 * browser keeps its bearer token in local storage, so a foreign script could steal the account. Inline styles are
 * allowed, because Mantine sets sizes and colours that way. React's development build evaluates code and talks to its
 * server over a socket; production does neither.
 * @param images an origin beside this one and all on https that images may come from; null for none
 */
export function nonceContentSecurityPolicy(nonce: string, images: string | null): string {
  const isDevelopment = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: https:${images === null ? "" : ` ${images}`}`,
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * The policy for pages without inline scripts: only files from this origin run them.
 * @param allowed origins: `frameAncestors` may embed the page, the page may talk to `connect`
 * @param sheet the one style sheet that stands in the page itself; null for none
 */
export function fileContentSecurityPolicy(
  allowed: { frameAncestors: string[]; connect: string[] },
  sheet: string | null,
): string {
  const hash = sheet === null ? "" : ` 'sha256-${createHash("sha256").update(sheet).digest("base64")}'`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${hash}`,
    "img-src 'self'",
    "font-src 'self'",
    ["connect-src 'self'", ...allowed.connect].join(" "),
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${allowed.frameAncestors.length === 0 ? "'none'" : allowed.frameAncestors.join(" ")}`,
  ].join("; ");
}
