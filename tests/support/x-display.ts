import { type ChildProcess, execFile, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

/* A screen that nobody sees, with a window manager and windows of a real program that are called as a test wants them. */

const run = promisify(execFile);
const POLL_MS = 50;

/** Until a condition holds. The test's own limit ends it. */
async function until<T>(find: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await find();
    if (found !== null) return found;
    await pause(POLL_MS);
  }
}

export type Display = {
  /** For programs that are to draw there. */
  env: NodeJS.ProcessEnv;
  /** Brings a window to the front that says it is of an app: the one of that name, or a new one. */
  show(app: string, title: string): Promise<void>;
  /** Somebody touches the mouse. */
  touch(): Promise<void>;
  /** Takes every window away. */
  clear(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts Xvfb on a free number, and openbox on it. */
export async function startDisplay(): Promise<Display> {
  const children: ChildProcess[] = [];
  // It would begin anew whenever the last program leaves it, and end openbox where that comes just then: who asks for
  // openbox below leaves it all the time.
  const xvfb = spawn(
    "Xvfb",
    ["-displayfd", "3", "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset"],
    {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    },
  );
  children.push(xvfb);
  const number = await new Promise<string>((resolve, reject) => {
    xvfb.once("error", reject);
    let text = "";
    xvfb.stdio[3]?.on("data", (part: Buffer) => {
      text += part.toString();
      if (text.includes("\n")) resolve(text.trim());
    });
  });
  const env = { ...process.env, DISPLAY: `:${number}`, XDG_SESSION_TYPE: "x11" };
  const openbox = spawn("openbox", ["--sm-disable"], { env, stdio: "ignore" });
  children.push(openbox);
  const ask = async (program: string, ...args: string[]) => (await run(program, args, { env })).stdout.trim();
  await until(async () => {
    const root = await ask("xprop", "-root", "-notype", "_NET_SUPPORTING_WM_CHECK").catch(() => "");
    return root.includes("window id") ? root : null;
  });

  const windows = new Map<string, { id: string; child: ChildProcess }>();
  const open = async (app: string) => {
    const child = spawn("xmessage", ["-name", `new-${windows.size}`, "-buttons", "", "A window"], {
      env,
      stdio: "ignore",
    });
    children.push(child);
    const id = await until(() =>
      ask("xdotool", "search", "--onlyvisible", "--pid", String(child.pid)).then(
        (text) => text.split("\n").at(-1) || null,
        // Where the program does not say its process: by its name.
        () =>
          ask("xdotool", "search", "--onlyvisible", "--classname", `^new-${windows.size}$`).catch(() => null),
      ),
    );
    await ask("xdotool", "set_window", "--class", app, "--classname", app.toLowerCase(), id);
    windows.set(app, { id, child });
    return id;
  };
  return {
    env,
    async show(app, title) {
      const id = windows.get(app)?.id ?? (await open(app));
      await ask("xdotool", "set_window", "--name", title, id);
      await ask("xdotool", "windowactivate", id);
      const front = Number(id).toString(16);
      await until(async () => {
        const active = await ask("xprop", "-root", "-notype", "_NET_ACTIVE_WINDOW");
        return active.endsWith(`0x${front}`) ? active : null;
      });
    },
    async touch() {
      await ask("xdotool", "mousemove_relative", "--", "1", "1");
    },
    async clear() {
      for (const { child } of windows.values()) child.kill();
      windows.clear();
    },
    async stop() {
      for (const child of children.toReversed()) child.kill();
    },
  };
}
