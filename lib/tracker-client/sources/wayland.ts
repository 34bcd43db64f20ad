import { type ChildProcess, spawn } from "node:child_process";
import { ClientError } from "@/lib/tracker-client/client-error";
import type { Seen, Source } from "@/lib/tracker-client/seen";
import { isInstalled, runProgram } from "@/lib/tracker-client/sources/run-program";

const LOOK_EVERY_S = 5;

type SwayNode = {
  focused?: boolean;
  type?: string;
  name?: string | null;
  app_id?: string | null;
  window_properties?: { class?: string | null } | null;
  nodes?: SwayNode[];
  floating_nodes?: SwayNode[];
};

function focused(node: SwayNode): SwayNode | null {
  if (node.focused) return node;
  for (const child of [...(node.nodes ?? []), ...(node.floating_nodes ?? [])]) {
    const found = focused(child);
    if (found) return found;
  }
  return null;
}

const seenOf = (app: string, title: string | null | undefined): Seen | null =>
  app === "" && !title ? null : { appName: app, bundleId: app, ...(title ? { windowTitle: title } : {}) };

/** The window in front, by what `swaymsg -t get_tree` prints; null for an empty workspace. */
export function readSwayTree(output: string): Seen | null {
  const node = focused(JSON.parse(output) as SwayNode);
  if (!node || !["con", "floating_con"].includes(node.type ?? "")) return null;
  return seenOf(node.app_id ?? node.window_properties?.class ?? "", node.name);
}

/** The window in front, by what `hyprctl activewindow -j` prints; null where there is none. */
export function readHyprlandWindow(output: string): Seen | null {
  const window = JSON.parse(output) as { class?: string; title?: string };
  return seenOf(window.class ?? "", window.title);
}

/** Has swayidle report when nobody has used the computer for a while: compositors can't be asked. */
class IdleWatch {
  private child: ChildProcess | null = null;
  private thresholdS = 0;
  private isIdle = false;

  /** @throws where swayidle ended: nobody knows then whether somebody is there */
  isAway(thresholdS: number): boolean {
    if (thresholdS !== this.thresholdS) this.start(thresholdS);
    if (this.child === null) {
      this.thresholdS = 0;
      throw new Error("swayidle ended");
    }
    return this.isIdle;
  }

  close(): void {
    this.child?.kill();
    this.child = null;
  }

  private start(thresholdS: number): void {
    this.close();
    this.thresholdS = thresholdS;
    this.isIdle = false;
    const child = spawn("swayidle", ["timeout", String(thresholdS), "echo away", "resume", "echo back"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    this.child = child;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.isIdle = text.trimEnd().endsWith("away");
    });
    const onEnd = () => {
      if (this.child === child) this.child = null;
    };
    child.once("error", onEnd).once("close", onEnd);
  }
}

function wayland(
  name: string,
  program: string,
  args: string[],
  read: (output: string) => Seen | null,
): Source {
  for (const needed of [program, "swayidle"]) {
    if (!isInstalled(needed))
      throw new ClientError(`${needed} is missing. It comes with a package of that name.`);
  }
  const idle = new IdleWatch();
  return {
    name,
    kind: "looking",
    everyS: LOOK_EVERY_S,
    look: async (idleThresholdS) =>
      idle.isAway(idleThresholdS) ? null : read(await runProgram(program, args)),
    close: () => idle.close(),
  };
}

/** Sway. @throws ClientError for missing programs */
export const sway = () => wayland("Sway", "swaymsg", ["-t", "get_tree", "-r"], readSwayTree);

/** Hyprland. @throws ClientError for missing programs */
export const hyprland = () => wayland("Hyprland", "hyprctl", ["activewindow", "-j"], readHyprlandWindow);
