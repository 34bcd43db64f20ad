import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import ipaddr from "ipaddr.js";

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
