import type { TrackerImport } from "@/lib/tracker/imports/schema";
import type { ImportRow } from "@/lib/tracker/imports/store";

/** An import as its person sees it. */
export function presentImport(row: ImportRow): TrackerImport {
  return {
    id: row.id,
    device_id: row.deviceId,
    state: row.state,
    events: row.events,
    events_done: row.eventsDone,
    samples: row.samples,
    duplicates: row.duplicates,
    rejected: row.rejected,
    error: row.error,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}
