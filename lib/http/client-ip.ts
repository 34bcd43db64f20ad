import { isIP } from "node:net";
import { env } from "@/lib/platform/env";

/**
 * The caller's address: the entry of `X-Forwarded-For` that the outermost of our own TRUSTED_PROXY_HOPS proxies wrote.
 * Entries left of it are the caller's own words. With no proxy of ours the header proves nothing: null.
 */
export function clientIp(request: Request): string | null {
  const hops = env().TRUSTED_PROXY_HOPS;
  if (hops === 0) return null;
  const entries = (request.headers.get("x-forwarded-for") ?? "").split(",").map((entry) => entry.trim());
  const ip = entries.at(-hops) ?? "";
  return isIP(ip) ? ip : null;
}

/**
 * The address under which a caller is counted by limits. Where no proxy of ours stands in front, it is the one that
 * the server itself notes for callers who send no `X-Forwarded-For`: those who write one of their own pass such a limit
 * by, so it is never the only one, and never evidence.
 */
export function countedIp(request: Request): string | null {
  const noted = request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  return clientIp(request) ?? (isIP(noted) ? noted : null);
}
