import { keepHeaders } from "@/lib/crm/requests/rules";
import type { RequestTemplate } from "@/lib/crm/requests/schema";
import { headerContext } from "@/lib/crm/requests/send-request";
import type { Issue } from "@/lib/http/app-error";
import { encrypt } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { destinationProblem } from "@/lib/webhooks/rules";

type Stored = { url: string; headers: { name: string; value: string | null }[] };

/**
 * A request as it is stored: values of headers encrypted, those not given taken from what is stored already.
 * @param ownerId the action or step that the request belongs to
 * @returns the request, and what is wrong with it, paths beginning at the request
 */
export function sealRequest<R extends RequestTemplate>(
  given: R,
  ownerId: string,
  stored: Stored | undefined,
): { sealed: R; issues: Issue[] } {
  const kept = stored && {
    url: stored.url,
    headers: stored.headers.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }])),
  };
  const { headers, issues } = keepHeaders(given, kept);
  const problem = destinationProblem(given.url, env().OUTBOUND_ALLOW_PRIVATE_NETWORK);
  if (problem !== null) issues.unshift({ path: "url", message: problem });
  const sealed = headers.map(({ name, given: value, stored: ciphertext }) => ({
    name,
    value: value === null ? ciphertext : encrypt(value, headerContext(ownerId, name)),
  }));
  return { sealed: { ...given, headers: sealed }, issues };
}
