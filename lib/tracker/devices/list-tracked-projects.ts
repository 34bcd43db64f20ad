import type { Actor } from "@/lib/access/actor";
import type { TrackerProject } from "@/lib/tracker/devices/schema";
import { listTrackedProjects as listRows } from "@/lib/tracker/devices/store";

/** The projects a client may offer for enrolling; one answer, because a picker needs them all. */
export async function listTrackedProjects(actor: Actor): Promise<TrackerProject[]> {
  return listRows(actor.developerId, actor.tokenScope?.workspaceId ?? null);
}
