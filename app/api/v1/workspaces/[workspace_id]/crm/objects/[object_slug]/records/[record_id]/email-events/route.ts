import { listEmailEvents } from "@/lib/crm/emails/list-email-events";
import { EmailEvent } from "@/lib/crm/emails/schema";
import { RecordParams } from "@/lib/crm/records/schema";
import { PageQuery } from "@/lib/http/paging";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Email events of a record's addresses, newest first",
  permission: "can_view_crm",
  params: RecordParams,
  query: PageQuery,
  response: pageOf(EmailEvent),
  handle: ({ scope, params, query }) => listEmailEvents(scope, params, query),
});
