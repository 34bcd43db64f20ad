import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/platform/env";
import { frontDoor } from "@/lib/platform/front-door";

/** Of 16 bits each. */
const COUNTED_PARTS = 4;

/** An address with a port behind it, as Azure's gateways and IIS write callers down; IPv6 in brackets. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/i;

/** The address that an entry of `X-Forwarded-For` names, IPv4 in its usual form; null for anything else. */
function addressIn(entry: string): string | null {
  const [, ipv6, ipv4] = WITH_PORT.exec(entry) ?? [];
  const ip = ipv6 ?? ipv4 ?? entry;
  if (ipv6 !== undefined ? isIP(ip) !== 6 : isIP(ip) === 0) return null;
  return ipaddr.process(ip.replace(/%.*/, "")).toString();
}

/**
 * The caller's address: the entry of `X-Forwarded-For` written by the outermost of our own TRUSTED_PROXY_HOPS proxies.
 * Entries left of it come from the caller and prove nothing. The front door appends the address of the connection, so
 * that there is one trusted entry even without proxies; if there are fewer entries than proxies, the caller bypassed
 * them, and the connection's address is theirs. Without front door and proxies the header proves nothing: null.
 */
export function clientIp(request: Pick<Request, "headers">): string | null {
  const hops = env().TRUSTED_PROXY_HOPS;
  const entries = (request.headers.get("x-forwarded-for") ?? "").split(",").map((entry) => entry.trim());
  const { notesAddresses } = frontDoor();
  if (hops === 0 && !notesAddresses) return null;
  const ip = (notesAddresses ? (entries.at(-1 - hops) ?? entries.at(-1)) : entries.at(-hops)) ?? "";
  return addressIn(ip);
}

/** An address as limits count it: for IPv6, the network that one household or machine gets (RFC 6177). */
function counted(ip: string): string {
  const address = ipaddr.process(ip.replace(/%.*/, ""));
  if (address instanceof ipaddr.IPv4) return address.toString();
  return address.parts
    .slice(0, COUNTED_PARTS)
    .map((part) => part.toString(16))
    .join(":");
}

/**
 * The address under which limits count a caller. Without front door and proxies it is the one that Next records for
 * callers who send no `X-Forwarded-For`. Callers who send their own header can bypass such a limit there, so it must
 * never be the only limit, and never evidence.
 */
export function countedIp(request: Pick<Request, "headers">): string | null {
  const noted = request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  const ip = clientIp(request) ?? (isIP(noted) ? noted : null);
  return ip && counted(ip);
}
