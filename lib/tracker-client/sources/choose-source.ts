import { ClientError } from "@/lib/tracker-client/client-error";
import type { Source } from "@/lib/tracker-client/seen";
import { activityWatch, isActivityWatchThere } from "@/lib/tracker-client/sources/activitywatch";
import { macos } from "@/lib/tracker-client/sources/macos";
import { hyprland, sway } from "@/lib/tracker-client/sources/wayland";
import { windows } from "@/lib/tracker-client/sources/windows";
import { x11 } from "@/lib/tracker-client/sources/x11";

const SOURCES = {
  activitywatch: (address?: string) => activityWatch(address),
  x11,
  sway,
  hyprland,
  macos,
  windows,
};

export const SOURCE_NAMES = Object.keys(SOURCES);

/** The source that fits a system and what its surroundings say; null where none does. */
export function fitting(
  platform: NodeJS.Platform,
  env: Record<string, string | undefined>,
): keyof typeof SOURCES | null {
  if (platform === "darwin") return "macos";
  if (platform === "win32") return "windows";
  if (env.SWAYSOCK) return "sway";
  if (env.HYPRLAND_INSTANCE_SIGNATURE) return "hyprland";
  // Under Wayland, X11 shows only the windows that use it.
  return env.DISPLAY && env.XDG_SESSION_TYPE !== "wayland" ? "x11" : null;
}

/**
 * The source that was asked for; else ActivityWatch where it runs, because it knows pages and files too; else the one that
 * fits the system.
 * @throws ClientError where there is none, or a program is missing
 */
export async function chooseSource(wanted: string | undefined, address?: string): Promise<Source> {
  const chosen =
    wanted ??
    ((await isActivityWatchThere(address)) ? "activitywatch" : fitting(process.platform, process.env));
  if (chosen === null) {
    throw new ClientError(
      "Nothing here tells which window is in front: under GNOME and KDE on Wayland no program may ask. Install ActivityWatch (https://activitywatch.net) and start again, or sign in to an X11 session.",
    );
  }
  if (!Object.hasOwn(SOURCES, chosen)) {
    throw new ClientError(`There is no source "${chosen}". There are: ${SOURCE_NAMES.join(", ")}.`);
  }
  return SOURCES[chosen as keyof typeof SOURCES](address);
}
