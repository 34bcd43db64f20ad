import { codeHost } from "@/lib/inbound/code-host/provider";
import { CODE_HOST_BODY_BYTES_MAX } from "@/lib/inbound/limits";
import { refuseByHeaders } from "@/lib/inbound/open-message";
import { receiveDelivery } from "@/lib/inbound/receive-delivery";
import { Receipt } from "@/lib/inbound/schema";
import { inboundRoute } from "@/lib/routes/inbound-route";

export const POST = inboundRoute({
  summary: "Webhooks of the code host",
  operationId: "receivedWebhooks.codeHost",
  description:
    "Signed with HMAC-SHA256 over the raw body in `X-Host-Signature-256: sha256=<hex>`; the event is named in `X-Host-Event`, the delivery in `X-Host-Delivery`. The JSON may also come as the field `payload` of a form. Handles ping, push, pull_request, pull_request_review, issues, installation and repository; every other event is ignored with a reason.",
  from: [codeHost],
  bodyBytesMax: CODE_HOST_BODY_BYTES_MAX,
  response: Receipt,
  errors: ["bad_request", "unauthenticated", "too_large", "unsupported_encoding", "too_many_requests"],
  admit: (request) => refuseByHeaders(codeHost, request),
  handle: ({ bytes, request, now }) =>
    receiveDelivery(codeHost, { bytes, request }, CODE_HOST_BODY_BYTES_MAX, now),
});
