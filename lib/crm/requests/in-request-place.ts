import { REQUEST_PLACE_WAIT_MS, REQUESTS_AT_ONCE_MAX } from "@/lib/crm/requests/limits";
import type { Outcome } from "@/lib/jobs/define-job";

const taken = new Map<string, number>();

/**
 * Works in one of a workspace's places for jobs that send requests; where all are taken, the job comes back for one.
 */
export async function inRequestPlace(
  workspaceId: string,
  now: Date,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const count = taken.get(workspaceId) ?? 0;
  if (count >= REQUESTS_AT_ONCE_MAX) {
    return { againAt: new Date(now.getTime() + REQUEST_PLACE_WAIT_MS * (1 + Math.random())) };
  }
  taken.set(workspaceId, count + 1);
  try {
    return await work();
  } finally {
    const left = (taken.get(workspaceId) ?? 1) - 1;
    if (left > 0) taken.set(workspaceId, left);
    else taken.delete(workspaceId);
  }
}
