import { db } from "@/lib/platform/database";
import type { Page } from "@/lib/projects/requests/page";

export type FeedRow = {
  id: string;
  requestId: string;
  title: string;
  description: string;
  authorName: string | null;
  /** Null where the entry tells of the request itself. */
  from: string | null;
  to: string | null;
  at: Date;
};

/** The latest visible requests and changes of their status, newest first. */
export async function listFeedRows(page: Page, limit: number): Promise<FeedRow[]> {
  return db().$queryRaw<FeedRow[]>`
    (SELECT r.id::text, r.id::text AS "requestId", r.title, r.description, a.name AS "authorName",
            NULL AS "from", NULL AS "to", r.created_at AS at
     FROM project_request r LEFT JOIN developer a ON a.id = r.author_id
     WHERE r.project_id = ${page.projectId}::uuid AND r.visibility = 'visible' AND r.merged_into_id IS NULL
     ORDER BY r.created_at DESC LIMIT ${limit})
    UNION ALL
    (SELECT c.id::text, r.id::text, r.title, '', NULL, c."from", c."to", c.created_at
     FROM project_request_change c JOIN project_request r ON r.id = c.request_id
     WHERE c.project_id = ${page.projectId}::uuid AND r.visibility = 'visible' AND r.merged_into_id IS NULL
     ORDER BY c.created_at DESC LIMIT ${limit})
    ORDER BY at DESC, id LIMIT ${limit}`;
}
