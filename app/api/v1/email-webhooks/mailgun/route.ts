import { mailgun } from "@/lib/inbound/email/mailgun";
import { BODY_BYTES_MAX } from "@/lib/inbound/limits";
import { refuseByHeaders } from "@/lib/inbound/open-message";
import { receiveDelivery } from "@/lib/inbound/receive-delivery";
import { Receipt } from "@/lib/inbound/schema";
import { inboundRoute } from "@/lib/routes/inbound-route";

export const POST = inboundRoute({
  summary: "Webhooks of the Mailgun mail provider",
  description:
    "Signed by timestamp, token and HMAC-SHA256 in the body, at most 300 s ago. A token is good for one delivery.",
  bodyBytesMax: BODY_BYTES_MAX,
  response: Receipt,
  errors: ["unsupported_encoding", "too_many_requests"],
  admit: (request) => refuseByHeaders(mailgun, request),
  handle: ({ bytes, request, now }) => receiveDelivery(mailgun, { bytes, request }, BODY_BYTES_MAX, now),
});
