import { z } from "zod";
import { chat } from "@/lib/inbound/chat/provider";
import { Handshake, Reply } from "@/lib/inbound/chat/schema";
import { BODY_BYTES_MAX } from "@/lib/inbound/limits";
import { refuseByHeaders } from "@/lib/inbound/open-message";
import { receiveDelivery } from "@/lib/inbound/receive-delivery";
import { Receipt } from "@/lib/inbound/schema";
import { inboundRoute } from "@/lib/routes/inbound-route";

export const POST = inboundRoute({
  summary: "Webhooks and commands of the chat provider",
  operationId: "receivedWebhooks.chat",
  description:
    "Signed in `X-Slack-Signature` (`v0=<hex>`), at most 300 s ago. `url_verification` is answered with its challenge, and a command such as `/status` with a short text.",
  from: [chat],
  bodyBytesMax: BODY_BYTES_MAX,
  response: z.union([Receipt, Reply, Handshake]),
  errors: ["unsupported_encoding", "too_many_requests"],
  admit: (request) => refuseByHeaders(chat, request),
  handle: ({ bytes, request, now }) => receiveDelivery(chat, { bytes, request }, BODY_BYTES_MAX, now),
});
