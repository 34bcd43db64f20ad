import type { Actor } from "@/lib/access/actor";
import { presentActivity } from "@/lib/tracker/activity/present";
import { edgesOf } from "@/lib/tracker/activity/rules";
import type { Activity, ActivityQuery } from "@/lib/tracker/activity/schema";
import { type Edge, findTimeZone, sumActivity } from "@/lib/tracker/activity/store";
import { hoursIn } from "@/lib/tracker/days/rules";
import { deriveBuckets } from "@/lib/tracker/enrichment/derive-buckets";
import { deriveOpen, isOpen } from "@/lib/tracker/enrichment/derive-open";
import { activityOf, ofWorkspace, projectFor, type Stretch } from "@/lib/tracker/enrichment/rules";
import { findWorkspacesOf } from "@/lib/tracker/enrichment/surroundings-store";

/** Whose samples are summed; with a workspace, only those taken for it. */
type Whose = { developerId: string; workspaceId: string | null };

/**
 * A range's share of the buckets that it covers only in part. It is computed from samples, because sums are per whole
 * bucket.
 */
async function sumEdges({ developerId, workspaceId }: Whose, range: Stretch): Promise<Edge[]> {
  const edges = edgesOf(range);
  if (edges.length === 0) return [];
  const derived = await deriveBuckets(edges.map(({ bucket }) => ({ developerId, bucket })));
  const counted = derived.flatMap((bucket) => bucket.counted);
  const projects = workspaceId === null ? [] : counted.map(projectFor);
  const workspaceOf = await findWorkspacesOf([...new Set(projects)]);
  return edges.map(({ bucket, stretch }, index) => {
    const all = derived[index]?.counted ?? [];
    const own = workspaceId === null ? all : ofWorkspace(all, workspaceOf, workspaceId);
    return { bucket, activity: activityOf(own, stretch) };
  });
}

/**
 * What the actor's own time went to, to the second. Hours follow the clocks of their time zone, or of UTC while that is
 * unknown. Samples accepted up to now count, as far as they can be derived at once. With a token for one workspace, the
 * result comes from that workspace's samples alone, as if there were no others.
 */
export async function getActivity(actor: Actor, query: ActivityQuery, now: Date): Promise<Activity> {
  const { developerId } = actor;
  const [from, to] = [new Date(query.from), new Date(query.to)];
  if (isOpen(to, now)) await deriveOpen(developerId, now);
  const range = { from: Math.floor(from.getTime() / 1_000), to: Math.floor(to.getTime() / 1_000) };
  const zone = (query.group === "hour" ? await findTimeZone(developerId) : null) ?? "UTC";
  const hours = query.group === "hour" ? hoursIn(zone, from, to) : [];
  const own = { developerId, workspaceId: actor.tokenScope?.workspaceId ?? null };
  const sums = await sumActivity(own, query.group, range, {
    edges: await sumEdges(own, range),
    hours: hours.map((hour) => hour.getTime() / 1_000),
  });
  return presentActivity(query.group, { from, to, zone }, sums);
}
