import { AppError } from "@/lib/http/app-error";
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
    const issues = [{ path: "settings", message: `At most ${FLAGS_MAX} settings` }];
    throw new AppError("invalid", "The request body is not valid.", { issues });
  }
  return Object.fromEntries(flags);
}
