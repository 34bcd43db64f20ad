import { REQUEST_PLACE_WAIT_MS, REQUESTS_AT_ONCE_MAX } from "@/lib/crm/requests/limits";

const taken = new Map<string, number>();

/**
 * Takes one of a workspace's places for jobs that send requests.
 * @returns what gives it back; null where all are taken
 */
export function takeRequestPlace(workspaceId: string): (() => void) | null {
  const count = taken.get(workspaceId) ?? 0;
  if (count >= REQUESTS_AT_ONCE_MAX) return null;
  taken.set(workspaceId, count + 1);
  return () => {
    const left = (taken.get(workspaceId) ?? 1) - 1;
    if (left > 0) taken.set(workspaceId, left);
    else taken.delete(workspaceId);
  };
}

/** When to look for a place again. */
export function placeAgainAt(now: Date): Date {
  return new Date(now.getTime() + REQUEST_PLACE_WAIT_MS * (1 + Math.random()));
}
