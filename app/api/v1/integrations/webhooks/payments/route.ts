import { BODY_BYTES_MAX } from "@/lib/inbound/limits";
import { refuseByHeaders } from "@/lib/inbound/open-message";
import { payments } from "@/lib/inbound/payments/provider";
import { receiveDelivery } from "@/lib/inbound/receive-delivery";
import { Receipt } from "@/lib/inbound/schema";
import { inboundRoute } from "@/lib/routes/inbound-route";

export const POST = inboundRoute({
  summary: "Webhooks of the payments provider",
  operationId: "receivedWebhooks.payments",
  description:
    "Signed in `Stripe-Signature`, at most 300 s ago. Subscription events whose metadata names a `workspace_id` set that workspace's plan, by the newest event however they are ordered.",
  from: [payments],
  bodyBytesMax: BODY_BYTES_MAX,
  response: Receipt,
  errors: ["unsupported_encoding", "too_many_requests"],
  admit: (request) => refuseByHeaders(payments, request),
  handle: ({ bytes, request, now }) => receiveDelivery(payments, { bytes, request }, BODY_BYTES_MAX, now),
});
