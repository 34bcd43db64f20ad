import { ses } from "@/lib/inbound/email/ses";
import { BODY_BYTES_MAX } from "@/lib/inbound/limits";
import { refuseByHeaders } from "@/lib/inbound/open-message";
import { receiveDelivery } from "@/lib/inbound/receive-delivery";
import { Receipt } from "@/lib/inbound/schema";
import { inboundRoute } from "@/lib/routes/inbound-route";

export const POST = inboundRoute({
  summary: "Webhooks of the SES mail provider",
  description:
    "Messages of the SNS topics in `SES_TOPIC_ARNS`, signed by a certificate of SNS. A subscription is confirmed for these topics only.",
  bodyBytesMax: BODY_BYTES_MAX,
  response: Receipt,
  errors: ["unsupported_encoding", "too_many_requests"],
  admit: (request) => refuseByHeaders(ses, request),
  handle: ({ bytes, request, now }) => receiveDelivery(ses, { bytes, request }, BODY_BYTES_MAX, now),
});
