import { invalidBody } from "@/lib/http/app-error";
import { env } from "@/lib/platform/env";
import { destinationProblem } from "@/lib/webhooks/rules";

/**
 * Refuses a URL whose text already names a non-public address. Where a host name leads is checked at each connection.
 * @throws AppError invalid
 */
export function checkUrl(url: string): void {
  const problem = destinationProblem(url, env().OUTBOUND_ALLOW_PRIVATE_NETWORK);
  if (problem === null) return;
  throw invalidBody([{ path: "url", message: problem }]);
}
