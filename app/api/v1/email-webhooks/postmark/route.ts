import { postmark } from "@/lib/inbound/email/postmark";
import { BODY_BYTES_MAX } from "@/lib/inbound/limits";
import { refuseByHeaders } from "@/lib/inbound/open-message";
import { receiveDelivery } from "@/lib/inbound/receive-delivery";
import { Receipt } from "@/lib/inbound/schema";
import { inboundRoute } from "@/lib/routes/inbound-route";

export const POST = inboundRoute({
  summary: "Webhooks of the Postmark mail provider",
  description: "Sent with HTTP basic authentication.",
  bodyBytesMax: BODY_BYTES_MAX,
  response: Receipt,
  errors: ["unsupported_encoding", "too_many_requests"],
  admit: (request) => refuseByHeaders(postmark, request),
  handle: ({ bytes, request, now }) => receiveDelivery(postmark, { bytes, request }, BODY_BYTES_MAX, now),
});
