import { ObjectParams } from "@/lib/crm/objects/schema";
import { getRecordBoard } from "@/lib/crm/records/board/get-record-board";
import { RecordBoard, RecordBoardQuery } from "@/lib/crm/records/board/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Records by the options of a select attribute, counted and summed",
  permission: "can_view_crm",
  params: ObjectParams,
  query: RecordBoardQuery,
  response: RecordBoard,
  errors: ["bad_request"],
  handle: ({ scope, params, query, now }) => getRecordBoard(scope, params.object_slug, query, now),
});
