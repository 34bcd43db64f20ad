import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import os from "node:os";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

const FOLLOW_PARENT = new URL("./follow-parent.mjs", import.meta.url).href;

const FAST_FAILURE_MS = 10_000;
const FAST_FAILURES_MAX = 5;
const RESTART_INITIAL_MS = 100;
const READY_WAIT_MS = 60_000;
const READY_POLL_MS = 50;
const STOP_WAIT_MS = 15_000;
const BACKGROUND_NICENESS = 10;

export type Program = {
  /** What people call it, such as "web server". */
  name: string;
  /** Arguments of Node: a program's file and its own arguments. */
  args: string[];
  env: NodeJS.ProcessEnv;
  /** It is ready when it prints this line, or when it answers 2xx at this address. */
  ready: { line: string } | { url: string };
  /** It yields the processor to the others, from its first moment. */
  isBackground?: boolean;
};

export type Supervised = {
  /** Resolves when the program is ready for the first time; rejects when it does not come up. */
  ready: Promise<void>;
  /** Lets it finish what it is doing, for at most 15 s, then ends it. */
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
};

type Run = { child: ChildProcess; ready: Promise<void>; ended: Promise<string> };

/** Answers 2xx within a second; a refused connection is an answer too: not yet. */
function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(1000) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
}

function yieldToOthers(pid: number): void {
  try {
    os.setPriority(pid, BACKGROUND_NICENESS);
    // Linux on desktops weighs sessions, not processes, against each other, and each program has one of its own.
    writeFileSync(`/proc/${pid}/autogroup`, String(BACKGROUND_NICENESS));
  } catch {
    // There are no such groups here, and the program's own niceness counts; or it has ended already.
  }
}

/**
 * Starts a program once and passes on what it prints, except for what is no log line before it is ready: those are
 * banners and notes to developers. When it ends before it was ready, they are its last words, and part of the error.
 */
function start(program: Program): Run {
  const child = spawn(process.execPath, ["--import", FOLLOW_PARENT, ...program.args], {
    env: program.env,
    // A process group of its own: Ctrl-C reaches the launcher alone, which then stops everything in order.
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  if (program.isBackground && child.pid !== undefined) yieldToOthers(child.pid);
  const held: string[] = [];
  let isReady = false;
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(signal ?? `code ${code}`));
  });
  const ready = new Promise<void>((resolve, reject) => {
    const becomeReady = () => {
      isReady = true;
      resolve();
    };
    const listen = (from: Readable | null, to: NodeJS.WriteStream) => {
      if (!from) return;
      createInterface({ input: from }).on("line", (line) => {
        if ("line" in program.ready && line === program.ready.line) becomeReady();
        else if (isReady || line.startsWith("{")) to.write(`${line}\n`);
        else held.push(line);
      });
    };
    listen(child.stdout, process.stdout);
    listen(child.stderr, process.stderr);
    ended.then((how) => {
      if (isReady) return;
      reject(new Error([`The ${program.name} did not start (${how}).`, ...held].join("\n")));
    });
    const { ready: sign } = program;
    if (!("url" in sign)) return;
    void (async () => {
      while (child.exitCode === null && child.signalCode === null && !(await answers(sign.url))) {
        await sleep(READY_POLL_MS);
      }
      if (child.exitCode === null && child.signalCode === null) becomeReady();
    })();
  });
  return { child, ready, ended };
}

async function withinReadyWait(program: Program, ready: Promise<void>): Promise<void> {
  const timeout = new AbortController();
  const late = sleep(READY_WAIT_MS, undefined, { signal: timeout.signal, ref: false }).then(() => {
    throw new Error(`The ${program.name} did not become ready within ${READY_WAIT_MS / 1000} s.`);
  });
  late.catch(() => {});
  await Promise.race([ready, late]).finally(() => timeout.abort());
}

/**
 * Keeps a program running: one that ends is started again, after a wait that doubles while it keeps failing at once.
 * @param giveUp called once when it failed at once too often; nothing is started any more after that
 */
export function supervise(program: Program, giveUp: (reason: Error) => void): Supervised {
  let isStopping = false;
  const woken = new AbortController();
  let run = start(program);
  const firstReady = withinReadyWait(program, run.ready);

  const over = (async () => {
    let failures = 0;
    const cameUp = await firstReady.then(
      () => true,
      () => false,
    );
    while (cameUp) {
      const startedAt = performance.now();
      const how = await run.ended;
      if (isStopping) return;
      failures = performance.now() - startedAt < FAST_FAILURE_MS ? failures + 1 : 1;
      if (failures > FAST_FAILURES_MAX) {
        return giveUp(new Error(`The ${program.name} keeps ending right after its start (${how}).`));
      }
      console.error(`The ${program.name} ended (${how}); starting it again.`);
      const waitMs = failures === 1 ? 0 : RESTART_INITIAL_MS * 2 ** failures;
      await sleep(waitMs, undefined, { signal: woken.signal }).catch(() => {});
      if (isStopping) return;
      run = start(program);
      run.ready.catch((error: Error) => {
        if (!isStopping) console.error(error.message);
      });
    }
  })();

  /** The whole group, because a program may have children of its own. */
  const send = (signal: NodeJS.Signals) => {
    const { pid } = run.child;
    if (pid === undefined || run.child.exitCode !== null || run.child.signalCode !== null) return;
    try {
      process.kill(signal === "SIGKILL" ? -pid : pid, signal);
    } catch {
      // It ended in this moment.
    }
  };

  return {
    ready: firstReady,
    kill: () => send("SIGKILL"),
    stop: async () => {
      isStopping = true;
      woken.abort();
      send("SIGTERM");
      const timer = setTimeout(() => send("SIGKILL"), STOP_WAIT_MS);
      await Promise.all([run.ended, over]);
      clearTimeout(timer);
    },
  };
}
