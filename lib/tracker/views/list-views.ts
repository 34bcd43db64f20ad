import type { Actor } from "@/lib/access/actor";
import { type Page, type PageQuery, readPage } from "@/lib/http/paging";
import { type TrackerView, ViewKind } from "@/lib/tracker/views/schema";
import { listViewRows } from "@/lib/tracker/views/store";

/** A page of who viewed the actor's screenshots or days, the latest first. */
export async function listViews(actor: Actor, query: PageQuery): Promise<Page<TrackerView>> {
  return readPage(
    query,
    (slice) => listViewRows(actor.developerId, slice),
    ({ id, kind, viewer, workspace, day, count, lastAt }) => ({
      id,
      kind: ViewKind.parse(kind),
      viewer,
      workspace,
      day: day.toISOString().slice(0, 10),
      count,
      last_at: lastAt.toISOString(),
    }),
    ["lastAt", "id"],
  );
}
