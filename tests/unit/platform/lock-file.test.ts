import { spawn, spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isAlive } from "@/lib/platform/is-alive";
import { takeLock } from "@/lib/platform/lock-file";

let folder: string;
let lock: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "lock-"));
  lock = path.join(folder, "lock");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Takes the lock and releases it. */
function takeAndRelease(): void {
  const taken = takeLock(lock, isAlive);
  if (typeof taken !== "function") throw new Error(`process ${taken} holds it`);
  taken();
}

describe("takeLock", () => {
  it("names the process that holds it, and leaves no file behind once released", () => {
    takeAndRelease();
    writeFileSync(lock, String(process.ppid));
    expect(takeLock(lock, isAlive)).toBe(process.ppid);
    expect(readdirSync(folder)).toEqual(["lock"]);
  });

  it("takes over what was left by a process that was killed, also by one that had the number of this one", () => {
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    for (const left of [String(pid), String(process.pid), "", "not a number", "-1"]) {
      writeFileSync(lock, left);
      takeAndRelease();
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it("lets one of several in that start together after one that was killed, and tells the others", async () => {
    const source = `
      import { existsSync } from "node:fs";
      import { createInterface } from "node:readline";
      import { isAlive } from "./lib/platform/is-alive.ts";
      import { takeLock } from "./lib/platform/lock-file.ts";
      let unlock = () => {};
      console.log("ready");
      for await (const line of createInterface({ input: process.stdin })) {
        unlock();
        unlock = () => {};
        if (line !== "unlock") {
          while (!existsSync(line));
          const taken = takeLock(process.argv[1], isAlive);
          if (typeof taken === "function") unlock = taken;
          console.log(typeof taken === "function" ? "in" : taken);
        } else console.log("out");
      }`;
    const starting = Array.from({ length: 3 }, () => {
      const args = ["--import", "tsx", "--input-type=module", "-e", source, lock];
      const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const answer = async () => String((await lines.next()).value);
      return { child, answer, ask: (line: string) => child.stdin.write(`${line}\n`) };
    });
    const all = (line?: string) => {
      if (line !== undefined) for (const { ask } of starting) ask(line);
      return Promise.all(starting.map(({ answer }) => answer()));
    };
    try {
      await all();
      const { pid: killed } = spawnSync(process.execPath, ["-e", ""]);
      for (let round = 0; round < 200; round++) {
        writeFileSync(lock, String(killed));
        // Every other time one was killed while it cleared the lock of another.
        if (round % 2 === 1) writeFileSync(`${lock}.clearing`, String(killed));
        const start = path.join(folder, `start-${round}`);
        const answers = all(start);
        writeFileSync(start, "");
        const [first, ...others] = (await answers).toSorted().toReversed();
        expect(first).toBe("in");
        for (const other of others) expect(starting.map(({ child }) => String(child.pid))).toContain(other);
        await all("unlock");
      }
    } finally {
      for (const { child } of starting) child.kill();
    }
  });
});
