import { sendgrid } from "@/lib/inbound/email/sendgrid";
import { BODY_BYTES_MAX } from "@/lib/inbound/limits";
import { refuseByHeaders } from "@/lib/inbound/open-message";
import { receiveDelivery } from "@/lib/inbound/receive-delivery";
import { Receipt } from "@/lib/inbound/schema";
import { inboundRoute } from "@/lib/routes/inbound-route";

export const POST = inboundRoute({
  summary: "Webhooks of the SendGrid mail provider",
  description:
    "An array of events, signed with ECDSA in `X-Twilio-Email-Event-Webhook-Signature`. Each event counts once.",
  bodyBytesMax: BODY_BYTES_MAX,
  response: Receipt,
  errors: ["unsupported_encoding", "too_many_requests"],
  admit: (request) => refuseByHeaders(sendgrid, request),
  handle: ({ bytes, request, now }) => receiveDelivery(sendgrid, { bytes, request }, BODY_BYTES_MAX, now),
});
