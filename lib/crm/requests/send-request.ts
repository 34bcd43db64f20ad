import { ANSWER_CHARS_KEPT } from "@/lib/crm/requests/limits";
import { hasDotSegment } from "@/lib/crm/requests/rules";
import type { RequestTemplate } from "@/lib/crm/requests/schema";
import { renderJson, renderText, type Subject, TemplateError } from "@/lib/crm/templates/rules";
import { decrypt } from "@/lib/platform/crypto";
import { request } from "@/lib/webhooks/destination";
import { isSuccessStatus } from "@/lib/webhooks/rules";

/** A request that did not get a 2xx answer; the message is for the tenant. */
export class RequestFailed extends Error {}

/** A request with its placeholders filled in, as it is logged: of headers only the names. */
export type RenderedRequest = { method: string; url: string; headers: string[]; body: unknown };

function renderUrl(template: string, subject: Subject): string {
  const url = renderText(template, subject, encodeURIComponent);
  // ".." is spelled alike when it is encoded, and would climb out of the path that it is put in.
  if (hasDotSegment(url)) throw new TemplateError("A value would change where the URL leads");
  return url;
}

/**
 * Fills in a request's placeholders. Values in the URL are encoded, so that none can change its structure. `standard` is
 * the body where the author gave none.
 * @throws TemplateError
 */
export function renderRequest(
  { method, url, headers, body }: RequestTemplate,
  subject: Subject,
  standard: unknown,
): RenderedRequest {
  const isBodiless = method === "GET" || method === "DELETE";
  const fallback = isBodiless ? null : standard;
  return {
    method,
    url: renderUrl(url, subject),
    headers: headers.map(({ name }) => name),
    body: body === null ? fallback : renderJson(body, subject),
  };
}

/** Under what the value of a header is encrypted; `ownerId` is the action or step that it belongs to. */
export function headerContext(ownerId: string, name: string): string {
  return `crm-request:${ownerId}:${name.toLowerCase()}`;
}

/**
 * Sends a rendered request through the destination guard. It may be sent again after a crash: receivers recognise that
 * by `Idempotency-Key`.
 * @param template has the encrypted headers
 * @throws RequestFailed unless the response is a 2xx
 */
export async function sendRequest(
  { method, url, body }: RenderedRequest,
  { id, headers }: { id: string; headers: RequestTemplate["headers"] },
  idempotencyKey: string,
): Promise<{ status_code: number; body: string }> {
  const secrets = headers.flatMap(({ name, value }) =>
    value === null ? [] : [[name, decrypt(value, headerContext(id, name))] as const],
  );
  const answer = await request({
    url,
    method: method as "POST",
    headers: {
      ...Object.fromEntries(secrets),
      "user-agent": "WorkspacePlatformService/1.0",
      "idempotency-key": idempotencyKey,
      ...(body === null ? {} : { "content-type": "application/json" }),
    },
    ...(body === null ? {} : { body: Buffer.from(JSON.stringify(body)) }),
  });
  const { statusCode, error } = answer;
  if (statusCode === null) throw new RequestFailed(error ?? "No answer");
  if (!isSuccessStatus(statusCode)) throw new RequestFailed(`The destination answered ${statusCode}`);
  return { status_code: statusCode, body: (answer.body ?? "").slice(0, ANSWER_CHARS_KEPT).toWellFormed() };
}
