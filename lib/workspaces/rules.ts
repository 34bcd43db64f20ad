import { invalidBody } from "@/lib/http/app-error";
import { FLAGS_MAX } from "@/lib/workspaces/limits";

/**
 * Settings after a change: a key set to null falls back to what it inherits.
 * @throws AppError invalid for more than `FLAGS_MAX` of them
 */
export function mergeSettings(
  stored: unknown,
  change: Readonly<Record<string, boolean | null | undefined>>,
): Record<string, boolean> {
  const merged = { ...(stored as Record<string, boolean | null>), ...change };
  const flags = Object.entries(merged).filter((entry): entry is [string, boolean] => entry[1] != null);
  if (flags.length > FLAGS_MAX) {
    throw invalidBody([{ path: "settings", message: `At most ${FLAGS_MAX} settings` }]);
  }
  return Object.fromEntries(flags);
}
