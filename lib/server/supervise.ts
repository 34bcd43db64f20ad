import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

const FOLLOW_PARENT = new URL("./follow-parent.mjs", import.meta.url).href;

const FAST_FAILURE_MS = 10_000;
const FAST_FAILURES_MAX = 5;
const RESTART_INITIAL_MS = 100;
/** A start that takes this long is spoken of, and again after each such time; only the program's end ends the wait. */
const SLOW_START_MS = 60_000;
const READY_POLL_MS = 50;
/** The first answer of a busy machine takes its time: a shorter wait would ask for it again and again. */
const ANSWER_WAIT_MS = 5_000;
const STOP_WAIT_MS = 15_000;
/** At 10, a crowded machine left the worker waiting for a processor up to 200 ms at a time, and deliveries with it. */
export const BACKGROUND_NICENESS = 4;

export type Program = {
  /** What people call it, such as "web server". */
  name: string;
  /** Arguments of Node: a program's file and its own arguments. */
  args: string[];
  env: NodeJS.ProcessEnv;
  /** It is ready when it prints this line, or when it answers 2xx at this address. */
  ready: { line: string } | { url: string };
  /** It yields the processor to the others once it is ready; until then they wait for it. */
  isBackground?: boolean;
  /** After how long, and how often, a start that takes its time is spoken of. Default 60 s. */
  slowStartMs?: number;
  /** How long it continues as before after being told to stop; then it gets the usual time. Default 0. */
  stopGraceMs?: number;
};

export type Supervised = {
  /** Resolves when the program is ready for the first time; rejects when it ends before that. */
  ready: Promise<void>;
  /** Lets it finish what it is doing, for at most 15 s and its own grace, then ends it. */
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
};

type Run = { child: ChildProcess; ready: Promise<void>; ended: Promise<string> };

/** Null if it answers 2xx, otherwise what it does instead, in words: a refused connection is "no answer". */
async function whyNotReady(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WAIT_MS) });
    // Which may break off, or take longer than we wait.
    const text = await response.text();
    if (response.ok) return null;
    const detail = /"detail":"([^"]*)"/.exec(text)?.[1];
    return `${url} answers ${response.status}${detail ? `: ${detail}` : ""}`;
  } catch {
    return `no answer from ${url} yet`;
  }
}

/** Linux gives each thread a niceness of its own, and those of a program that runs already have been born with ours. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}

function yieldToOthers(pid: number): void {
  try {
    for (const thread of threadsOf(pid)) os.setPriority(thread, BACKGROUND_NICENESS);
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
  const held: string[] = [];
  let isReady = false;
  const { ready: sign, slowStartMs = SLOW_START_MS } = program;
  let missing = "line" in sign ? `it has not said "${sign.line}" yet` : `no answer from ${sign.url} yet`;
  const startedAt = performance.now();
  const warnOfSlowStart = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.error(`Still waiting for the ${program.name} after ${seconds} s: ${missing}`);
  }, slowStartMs).unref();
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(signal ?? `code ${code}`));
  });
  const ready = new Promise<void>((resolve, reject) => {
    const becomeReady = () => {
      if (isReady) return;
      isReady = true;
      clearInterval(warnOfSlowStart);
      if (program.isBackground && child.pid !== undefined) yieldToOthers(child.pid);
      resolve();
    };
    const listen = (from: Readable | null, to: NodeJS.WriteStream) => {
      if (!from) return;
      createInterface({ input: from }).on("line", (line) => {
        if ("line" in sign && line === sign.line) becomeReady();
        else if (isReady || line.startsWith("{")) to.write(`${line}\n`);
        else held.push(line);
      });
    };
    listen(child.stdout, process.stdout);
    listen(child.stderr, process.stderr);
    ended.then((how) => {
      clearInterval(warnOfSlowStart);
      if (isReady) return;
      reject(new Error([`The ${program.name} did not start (${how}).`, ...held].join("\n")));
    });
    if (!("url" in sign)) return;
    void (async () => {
      const lives = () => child.exitCode === null && child.signalCode === null;
      while (lives()) {
        const reason = await whyNotReady(sign.url);
        if (reason === null) break;
        missing = reason;
        await sleep(READY_POLL_MS);
      }
      if (lives()) becomeReady();
    })();
  });
  return { child, ready, ended };
}

/**
 * Keeps a program running: one that ends is started again, after a wait that doubles while it keeps failing at once. A
 * start may take as long as it needs: on a busy machine that is minutes, and ending it would make it longer.
 * @param giveUp called once when it failed at once too often; nothing is started any more after that
 */
export function supervise(program: Program, giveUp: (reason: Error) => void): Supervised {
  let isStopping = false;
  const woken = new AbortController();
  let run = start(program);
  const firstReady = run.ready;

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
        return giveUp(new Error(`The ${program.name} keeps exiting right after it starts (${how}).`));
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
      const timer = setTimeout(() => send("SIGKILL"), STOP_WAIT_MS + (program.stopGraceMs ?? 0));
      await Promise.all([run.ended, over]);
      clearTimeout(timer);
    },
  };
}
