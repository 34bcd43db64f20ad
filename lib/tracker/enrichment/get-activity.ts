import type { z } from "zod";
import type { Actor } from "@/lib/access/actor";
import { presentActivity } from "@/lib/tracker/enrichment/present";
import { HOUR_S } from "@/lib/tracker/enrichment/rules";
import type { Activity, ActivityQuery } from "@/lib/tracker/enrichment/schema";
import { sumActivity } from "@/lib/tracker/enrichment/store";

const HOUR_MS = HOUR_S * 1_000;

/**
 * What the actor's own time went to. Activity is kept by the hour, so the range is widened to whole hours (UTC), and
 * the answer says which were counted.
 */
export async function getActivity(
  actor: Actor,
  query: z.output<typeof ActivityQuery>,
): Promise<z.input<typeof Activity>> {
  const from = new Date(Math.floor(Date.parse(query.from) / HOUR_MS) * HOUR_MS);
  const to = new Date(Math.ceil(Date.parse(query.to) / HOUR_MS) * HOUR_MS);
  const own = { developerId: actor.developerId, workspaceId: actor.tokenScope?.workspaceId ?? null };
  return presentActivity(query.group, from, to, await sumActivity(own, query.group, from, to));
}
