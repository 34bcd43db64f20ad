import type { Seen, Source } from "@/lib/tracker-client/seen";
import { runProgram } from "@/lib/tracker-client/sources/run-program";

/*
 * Written by the documentation of both programs, and never tried on a Mac: what they print is tested as it is documented.
 */

const LOOK_EVERY_S = 10;

const FRONT = `tell application "System Events"
  set front to first application process whose frontmost is true
  set theTitle to ""
  try
    set theTitle to name of first window of front whose value of attribute "AXMain" is true
  end try
  return (name of front) & linefeed & (bundle identifier of front) & linefeed & theTitle
end tell`;

/** For how long nobody has touched the computer, in ms, by what `ioreg -c IOHIDSystem` prints. NaN where it does not say. */
export function readIdleMs(output: string): number {
  return Number(/"HIDIdleTime" = (\d+)/.exec(output)?.[1] ?? Number.NaN) / 1_000_000;
}

/** The app in front, by the three lines that the script returns. */
export function readFront(output: string): Seen | null {
  const [name = "", bundleId = "", ...title] = output.trimEnd().split("\n");
  if (name === "" && bundleId === "") return null;
  const windowTitle = title.join(" ").trim();
  return {
    appName: name,
    bundleId: bundleId === "missing value" ? name : bundleId,
    ...(windowTitle ? { windowTitle } : {}),
  };
}

/** macOS. Titles of windows are there once the terminal may use Accessibility (System Settings, Privacy & Security). */
export function macos(): Source {
  return {
    name: "macOS",
    kind: "looking",
    everyS: LOOK_EVERY_S,
    async look(idleThresholdS) {
      const idleMs = readIdleMs(await runProgram("ioreg", ["-c", "IOHIDSystem", "-d", "4"]));
      if (!(idleMs <= idleThresholdS * 1_000)) return null;
      return readFront(await runProgram("osascript", ["-e", FRONT]));
    },
    close() {},
  };
}
