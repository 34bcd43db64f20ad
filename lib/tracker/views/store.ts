import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db } from "@/lib/platform/database";
import type { ViewKind } from "@/lib/tracker/views/schema";

type View = { developerId: string; viewerId: string; workspaceId: string; kind: ViewKind };

/** Counts a view of a person's data, in one row per UTC day. Views of one's own data are not recorded. */
export async function recordView(tx: Db, view: View, now: Date): Promise<void> {
  const { developerId, viewerId, workspaceId, kind } = view;
  if (developerId === viewerId) return;
  const day = now.toISOString().slice(0, 10);
  await tx.$executeRaw`
    INSERT INTO tracker_view AS v (id, developer_id, viewer_id, workspace_id, kind, day, last_at)
    VALUES (gen_random_uuid(), ${developerId}::uuid, ${viewerId}::uuid, ${workspaceId}::uuid, ${kind}, ${day}::date,
      ${now}::timestamptz)
    ON CONFLICT (developer_id, viewer_id, workspace_id, kind, day)
    DO UPDATE SET count = v.count + 1, last_at = greatest(v.last_at, EXCLUDED.last_at)`;
}

/** Who viewed a developer's data, the latest first. */
export async function listViewRows(developerId: string, { limit, after }: Slice) {
  return db().trackerView.findMany({
    where: {
      developerId,
      AND: beyond(after, "desc", ["lastAt", "id"]),
    },
    include: {
      viewer: { select: { id: true, name: true } },
      workspace: { select: { id: true, name: true } },
    },
    orderBy: [{ lastAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}
