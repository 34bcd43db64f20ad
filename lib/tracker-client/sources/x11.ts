import { ClientError } from "@/lib/tracker-client/client-error";
import type { Seen, Source } from "@/lib/tracker-client/seen";
import { isInstalled, runProgram } from "@/lib/tracker-client/sources/run-program";

const LOOK_EVERY_S = 5;

/** The window in front, by what `xprop -root _NET_ACTIVE_WINDOW` prints; null where there is none. */
export function readActiveWindow(output: string): string | null {
  const id = /window id # (0x[0-9a-f]+)/i.exec(output)?.[1] ?? null;
  return id === null || Number(id) === 0 ? null : id;
}

/** The texts of a property as xprop quotes them: bytes that it can't show in octal, quotes and backslashes escaped. */
function quoted(value: string): string[] {
  return [...value.matchAll(/"((?:[^"\\]|\\[\s\S])*)"/g)].map(([, text = ""]) => {
    const bytes: Buffer[] = [];
    for (const [, octal, escaped, plain] of text.matchAll(/\\([0-7]{3})|\\([\s\S])|([^\\]+)/g)) {
      if (octal !== undefined) bytes.push(Buffer.from([Number.parseInt(octal, 8)]));
      else bytes.push(Buffer.from(escaped === "n" ? " " : escaped === "t" ? " " : (escaped ?? plain ?? "")));
    }
    return Buffer.concat(bytes).toString("utf8");
  });
}

/** A window by what `xprop -id … -notype` prints of its properties; null where it says too little. */
export function readWindow(output: string): Seen | null {
  const textsOf = (name: string) => {
    const line = new RegExp(`^${name} = (.*)$`, "m").exec(output)?.[1];
    return line === undefined ? [] : quoted(line);
  };
  const [instance = "", className = instance] = textsOf("WM_CLASS");
  const title = textsOf("_NET_WM_NAME")[0] ?? textsOf("WM_NAME")[0];
  if (className === "" && title === undefined) return null;
  return { appName: className, bundleId: className, ...(title ? { windowTitle: title } : {}) };
}

/** How to find out how long nobody has used the computer. */
const IDLE_PROGRAMS: [program: string, args: string[]][] = [
  ["xprintidle", []],
  ["xssstate", ["-i"]],
];

/** X11, as any window manager has it that says which window is in front (EWMH). @throws ClientError for missing programs */
export function x11(): Source {
  if (!isInstalled("xprop"))
    throw new ClientError("xprop is missing. On Debian and Ubuntu: apt install x11-utils");
  const idle = IDLE_PROGRAMS.find(([program]) => isInstalled(program));
  if (!idle) {
    throw new ClientError(
      "xprintidle is missing, without which time away would count. On Debian and Ubuntu: apt install xprintidle",
    );
  }
  return {
    name: "X11",
    kind: "looking",
    everyS: LOOK_EVERY_S,
    async look(idleThresholdS) {
      const idleMs = Number(await runProgram(...idle));
      if (!(idleMs <= idleThresholdS * 1_000)) return null;
      const id = readActiveWindow(await runProgram("xprop", ["-root", "-notype", "_NET_ACTIVE_WINDOW"]));
      if (id === null) return null;
      const properties = ["WM_CLASS", "_NET_WM_NAME", "WM_NAME"];
      // A window may close between the two.
      const output = await runProgram("xprop", ["-id", id, "-notype", ...properties]).catch(() => "");
      return readWindow(output);
    },
    close() {},
  };
}
