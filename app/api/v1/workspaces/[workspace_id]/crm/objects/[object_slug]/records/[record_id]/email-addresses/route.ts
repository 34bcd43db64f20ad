import { liftDoNotMail } from "@/lib/crm/emails/lift-do-not-mail";
import { listEmailAddresses } from "@/lib/crm/emails/list-email-events";
import { EmailAddresses, MailAddress } from "@/lib/crm/emails/schema";
import { RecordParams } from "@/lib/crm/records/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "A record's email addresses, each with whether it may get mail",
  permission: "can_view_crm",
  params: RecordParams,
  response: EmailAddresses,
  handle: ({ scope, params }) => listEmailAddresses(scope, params),
});

export const PATCH = workspaceRoute({
  summary: "Allow mail again to an address that bounced or complained",
  description: "For this workspace alone, until it bounces or complains again.",
  permission: "can_manage_crm",
  params: RecordParams,
  body: MailAddress,
  response: EmailAddresses,
  handle: ({ scope, params, body, now }) => liftDoNotMail(scope, params, body.address, now),
});
