import type { IncomingMessage } from "node:http";
// Next's own reader: a second one would refuse what the router of a later Next writes.
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

/** Whether Next could read what its router says of itself as it asks for a page; if not, it would answer 500. */
export function isRouterStateReadable({ headers }: Pick<IncomingMessage, "headers">): boolean {
  if (headers.rsc !== "1") return true;
  try {
    parseAndValidateFlightRouterState(headers["next-router-state-tree"]);
    return true;
  } catch {
    return false;
  }
}
