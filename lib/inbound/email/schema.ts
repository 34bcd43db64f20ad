import { z } from "zod";
import { MAIL_PROVIDERS } from "@/lib/inbound/registry";

export const MailWebhookParams = z.object({
  mail_provider: z.enum(
    MAIL_PROVIDERS.map(({ name }) => name),
    "Not found",
  ),
});
