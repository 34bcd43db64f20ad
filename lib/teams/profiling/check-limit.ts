import type { Actor } from "@/lib/access/actor";
import { checkLimits } from "@/lib/limits/check-limits";

/**
 * Counts one profile against the asking developer: each may read every known commit of 200 people.
 * @throws AppError too_many_requests
 */
export async function checkProfilingLimit({ developerId }: Actor, now: Date): Promise<void> {
  await checkLimits([{ limit: "profiles_per_developer", key: developerId, weight: 1 }], now);
}
