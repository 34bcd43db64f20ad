import type { Correction } from "@/lib/tracker/corrections/schema";
import type { CorrectionRow } from "@/lib/tracker/corrections/store";

/** A correction as its person sees it, without fields for what it doesn't set. */
export function presentCorrection(row: CorrectionRow): Correction {
  return {
    id: row.id,
    from: row.from.toISOString(),
    to: row.to.toISOString(),
    device_id: row.deviceId,
    ...(row.setsProject && { project_id: row.projectId }),
    ...(row.setsTask && { task_key: row.taskKey }),
    ...(row.category !== null && { category: row.category }),
    created_at: row.createdAt.toISOString(),
  };
}
