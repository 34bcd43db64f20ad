import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { countedIp } from "@/lib/http/client-ip";
import { log } from "@/lib/platform/log";

/** The address of a connection as people write it: `192.0.2.1`, also where the system says `::ffff:192.0.2.1`. */
export function addressOf({ remoteAddress }: Pick<Socket, "remoteAddress">): string {
  // Nothing where the connection has ended already. What comes after it must stay the last entry all the same.
  if (!remoteAddress || !ipaddr.isValid(remoteAddress)) return "unknown";
  return ipaddr.process(remoteAddress).toString();
}

/** Adds the connection's address to `X-Forwarded-For`, as the last entry, whatever the client wrote there. */
export function noteAddress(request: Pick<IncomingMessage, "headers" | "socket">): void {
  const given = request.headers["x-forwarded-for"];
  const address = addressOf(request.socket);
  request.headers["x-forwarded-for"] = given ? `${given}, ${address}` : address;
}

/** Whom a request counts for, as limits count it. To be asked after `noteAddress`. */
export function callerOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const forwarded = String(headers["x-forwarded-for"] ?? "");
  return countedIp({ headers: new Headers({ "x-forwarded-for": forwarded }) }) ?? "unknown";
}

/** Ranges from which no stranger comes: a proxy of the same network or machine does. */
const OF_OUR_OWN = new Set(["private", "loopback", "uniqueLocal", "linkLocal"]);

/** Says once that requests come by a proxy that TRUSTED_PROXY_HOPS does not count. */
export class ProxyWarning {
  #isDue: boolean;

  constructor(proxies: number) {
    this.#isDue = proxies === 0;
  }

  /** Looks at a request before `noteAddress`. */
  look({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">): void {
    if (!this.#isDue || headers["x-forwarded-for"] === undefined) return;
    const address = addressOf(socket);
    if (!ipaddr.isValid(address) || !OF_OUR_OWN.has(ipaddr.parse(address).range())) return;
    this.#isDue = false;
    log.warn(
      { proxy: address },
      "requests come by a proxy, and all count as its address: set TRUSTED_PROXY_HOPS to the number of your proxies",
    );
  }
}
