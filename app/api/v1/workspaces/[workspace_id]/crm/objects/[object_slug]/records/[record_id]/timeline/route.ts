import { listTimeline } from "@/lib/crm/records/list-timeline";
import { RecordParams, TimelineEntry } from "@/lib/crm/records/schema";
import { PageQuery } from "@/lib/http/paging";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "What happened to a record, newest first",
  permission: "can_view_crm",
  params: RecordParams,
  query: PageQuery,
  response: pageOf(TimelineEntry),
  handle: ({ scope, params, query, now }) =>
    listTimeline(scope, params.object_slug, params.record_id, query, now),
});
