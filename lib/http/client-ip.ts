import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/platform/env";
import { frontDoor } from "@/lib/platform/front-door";

/** Of 16 bits each. */
const COUNTED_PARTS = 4;

/**
 * The caller's address: the entry of `X-Forwarded-For` that the outermost of our own TRUSTED_PROXY_HOPS proxies wrote.
 * Entries left of it are the caller's own words. The front door adds the address of the connection as the last entry, so
 * that there is one to believe without any proxy; where there are fewer entries than proxies, the caller came past them,
 * and the connection's address is theirs. Without front door and proxies the header proves nothing: null.
 */
export function clientIp(request: Request): string | null {
  const hops = env().TRUSTED_PROXY_HOPS;
  const entries = (request.headers.get("x-forwarded-for") ?? "").split(",").map((entry) => entry.trim());
  const { notesAddresses } = frontDoor();
  if (hops === 0 && !notesAddresses) return null;
  const ip = (notesAddresses ? (entries.at(-1 - hops) ?? entries.at(-1)) : entries.at(-hops)) ?? "";
  return isIP(ip) ? ip : null;
}

/** An address as limits count it: of IPv6 the network that one household or machine is given whole (RFC 6177). */
function counted(ip: string): string {
  const address = ipaddr.process(ip.replace(/%.*/, ""));
  if (address instanceof ipaddr.IPv4) return address.toString();
  return address.parts
    .slice(0, COUNTED_PARTS)
    .map((part) => part.toString(16))
    .join(":");
}

/**
 * The address under which a caller is counted by limits. Without front door and proxies of ours it is the one that Next
 * notes for callers who send no `X-Forwarded-For`: those who write one of their own pass such a limit by there, so it is
 * never the only one, and never evidence.
 */
export function countedIp(request: Request): string | null {
  const noted = request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  const ip = clientIp(request) ?? (isIP(noted) ? noted : null);
  return ip && counted(ip);
}
