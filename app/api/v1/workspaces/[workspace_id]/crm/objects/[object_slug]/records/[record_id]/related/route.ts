import { z } from "zod";
import { listRelated } from "@/lib/crm/records/list-related";
import { RecordParams, Related } from "@/lib/crm/records/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Which records refer to a record, by which attribute and how many",
  description: "To get the records, list those of the object, filtered by the attribute.",
  permission: "can_view_crm",
  params: RecordParams,
  response: z.array(Related),
  handle: ({ scope, params, now }) => listRelated(scope, params.object_slug, params.record_id, now),
});
