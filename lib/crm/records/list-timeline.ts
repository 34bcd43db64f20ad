import type { WorkspaceScope } from "@/lib/access/authorise";
import { findRecordOf } from "@/lib/crm/records/get-record";
import { presentTimelineEntry } from "@/lib/crm/records/present";
import type { TimelineEntry } from "@/lib/crm/records/schema";
import { listTimelineRows } from "@/lib/crm/records/store";
import { type Page, type PageQuery, readPage } from "@/lib/http/paging";

/** A page of what happened to a record, newest first. @throws AppError not_found */
export async function listTimeline(
  scope: WorkspaceScope,
  objectSlug: string,
  recordId: string,
  page: PageQuery,
  now: Date,
): Promise<Page<TimelineEntry>> {
  const { record } = await findRecordOf(scope, objectSlug, recordId, now);
  return readPage(page, (slice) => listTimelineRows(record, slice), presentTimelineEntry);
}
