import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, readRows } from "@/lib/http/paging";
import { HIDDEN_PAGES_MAX } from "@/lib/tracker/evidence/limits";
import { maySeeOf } from "@/lib/tracker/evidence/rules";
import {
  EvidenceContentType,
  type WorkspaceEvidence,
  type WorkspaceEvidenceQuery,
} from "@/lib/tracker/evidence/schema";
import { type ListedEvidence, listEvidenceOf } from "@/lib/tracker/evidence/store";

function present(row: ListedEvidence): WorkspaceEvidence {
  return {
    evidence_ref: row.ref,
    event_id: row.eventId,
    device_id: row.deviceId,
    device_name: row.deviceName,
    developer_id: row.developerId,
    developer_name: row.developerName,
    project_id: row.projectId,
    project_name: row.projectName,
    content_type: EvidenceContentType.parse(row.contentType),
    byte_size: row.byteSize,
    taken_at: row.sampleAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}

/**
 * A page of the workspace's checked screenshots, those taken last first, without the images: each of those is asked for
 * by itself, and recorded as a view. Ones of private content, which nobody can open, are left out, so that a page may be
 * short.
 */
export async function listWorkspaceEvidence(
  { workspaceId }: WorkspaceScope,
  query: WorkspaceEvidenceQuery,
): Promise<Page<WorkspaceEvidence>> {
  const filter = {
    projectId: query.project_id ?? null,
    developerId: query.developer_id ?? null,
    deviceId: query.device_id ?? null,
    from: query.from === undefined ? null : new Date(query.from),
    to: query.to === undefined ? null : new Date(query.to),
  };
  let cursor = query.cursor;
  for (let passed = 0; ; passed++) {
    const page = { ...query, cursor };
    const { items, nextCursor } = await readRows(
      page,
      (slice) => listEvidenceOf(workspaceId, filter, slice),
      ["takenAt", "id"],
    );
    const seen = items.filter((row) => row.sampleAt === null || maySeeOf(row));
    // To its reader, a page without any looks like the end.
    const isAnswer = seen.length > 0 || nextCursor === null || passed === HIDDEN_PAGES_MAX;
    if (isAnswer) return { items: seen.map(present), nextCursor };
    cursor = nextCursor;
  }
}
