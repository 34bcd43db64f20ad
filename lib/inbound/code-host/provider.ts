import { z } from "zod";
import { hmacSha256Hex } from "@/lib/http/large-bodies";
import { handleEvent } from "@/lib/inbound/code-host/handle-event";
import { actionOf, isHandled, KEPT, PAYLOADS, repositoryOf } from "@/lib/inbound/code-host/payloads";
import type { InboundProvider } from "@/lib/inbound/provider";
import { equalInConstantTime } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { followingWorkspaces } from "@/lib/repositories/events/store";

/** The names of the requirements, then those that real code hosts send. */
function header(headers: Headers, name: "signature-256" | "event" | "delivery"): string | null {
  const alias = name === "signature-256" ? "x-hub-signature-256" : `x-github-${name}`;
  return headers.get(`x-host-${name}`) ?? headers.get(alias);
}

/** Why an event is declined before its job; null where it isn't. */
function ignored(event: string, body: unknown): string | null {
  if (!isHandled(event)) return "unsupported_event";
  return PAYLOADS[event].safeParse(body).success ? null : "missing_fields";
}

/** What its events have in common, for the API reference. */
const Sent = z.looseObject({
  action: z.string().optional().meta({ description: "What happened, for events of several kinds" }),
  repository: z.looseObject({ id: z.int(), full_name: z.string() }).optional(),
});
const EXAMPLE = { zen: "Keep it logically awesome.", repository: { id: 1042, full_name: "acme/website" } };

/** The code host: HMAC-SHA256 over the raw body, in hex (requirements, "Inbound webhooks"). */
export const codeHost: InboundProvider = {
  name: "code_host",
  title: "Code host",
  path: "/api/v1/webhooks/code_host",
  settings: ["CODE_HOST_WEBHOOK_SECRET"],
  isConfigured: () => env().CODE_HOST_WEBHOOK_SECRET !== undefined,
  believesUnsigned: true,

  signature: {
    place: "headers",
    isSigned: (headers) => header(headers, "signature-256") !== null,
    async verify({ bytes, headers }) {
      const signature = header(headers, "signature-256");
      const secret = env().CODE_HOST_WEBHOOK_SECRET;
      if (signature === null || secret === undefined) return false;
      return equalInConstantTime(signature, `sha256=${await hmacSha256Hex(secret, bytes)}`);
    },
  },

  sent: {
    proof: {
      name: "code_host_signature",
      scheme: {
        type: "apiKey",
        in: "header",
        name: "X-Host-Signature-256",
        description:
          "`sha256=` and the HMAC-SHA256 of the raw body in hex, keyed with `CODE_HOST_WEBHOOK_SECRET`; `X-Hub-Signature-256` does too.",
      },
    },
    headers: z.object({
      "X-Host-Event": z
        .string()
        .meta({ description: "The event; `X-GitHub-Event` does too", example: "ping" }),
      "X-Host-Delivery": z
        .string()
        .optional()
        .meta({ description: "The delivery, which counts once; `X-GitHub-Delivery` does too" }),
    }),
    body: Sent,
    example: EXAMPLE,
    form: { body: z.object({ payload: z.string() }), example: { payload: JSON.stringify(EXAMPLE) } },
  },

  keeps: KEPT,
  formField: "payload",

  headersKept: ["x-host-event", "x-host-delivery", "x-github-event", "x-github-delivery", "x-github-hook-id"],

  read(body, headers, now) {
    const event = header(headers, "event") ?? "";
    const action = actionOf(body);
    const repository = repositoryOf(body);
    // Events that nothing is done with are not shown: some, as alerts of leaked secrets, are not for all who may read
    // the repository.
    const isShown = repository !== null && isHandled(event);
    return {
      deliveryId: header(headers, "delivery"),
      event: action === null ? event : `${event}.${action}`,
      subject: repository?.full_name ?? null,
      ignored: ignored(event, body),
      ...(isShown ? { audience: followingWorkspaces(repository, now), showsBody: true } : {}),
    };
  },

  handle: handleEvent,
};
