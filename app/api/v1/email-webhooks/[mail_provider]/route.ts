import { MailWebhookParams } from "@/lib/inbound/email/schema";
import { BODY_BYTES_MAX } from "@/lib/inbound/limits";
import { refuseByHeaders } from "@/lib/inbound/open-message";
import { receiveDelivery } from "@/lib/inbound/receive-delivery";
import { getMailProvider, MAIL_PROVIDERS } from "@/lib/inbound/registry";
import { Receipt } from "@/lib/inbound/schema";
import { inboundRoute } from "@/lib/routes/inbound-route";

export const POST = inboundRoute({
  summary: "Webhooks of a mail provider",
  operationId: "receivedWebhooks.mail",
  description: MAIL_PROVIDERS.map(({ name, description }) => `\`${name}\`: ${description}`).join("\n\n"),
  params: MailWebhookParams,
  from: MAIL_PROVIDERS,
  bodyBytesMax: BODY_BYTES_MAX,
  response: Receipt,
  errors: ["unsupported_encoding", "too_many_requests"],
  admit: (request, { mail_provider }) => refuseByHeaders(getMailProvider(mail_provider), request),
  handle: ({ params, bytes, request, now }) =>
    receiveDelivery<never>(getMailProvider(params.mail_provider), { bytes, request }, BODY_BYTES_MAX, now),
});
