import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os, { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Program, supervise } from "@/lib/server/supervise";
import { freePort, isAlive } from "@/tests/support/service";

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "wps-supervise-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

type TestProgram = Program & {
  /** The process ids of its starts, in order. */
  starts(): Promise<number[]>;
  /** Lets a program that waits for leave go on, and takes that back for its next start. */
  leave(): Promise<void>;
  takeLeave(): Promise<void>;
};

/** A program that appends a line per start to a file of its own, and then does what `body` says. */
async function program(body: string): Promise<TestProgram> {
  const file = path.join(await mkdtemp(path.join(dir, "p-")), "program.mjs");
  const starts = `${file}.starts`;
  await writeFile(starts, "");
  await writeFile(
    file,
    `import { appendFileSync } from "node:fs"; appendFileSync(${JSON.stringify(starts)}, process.pid + "\\n"); ${body}`,
  );
  return {
    name: "test program",
    args: [file],
    env: process.env,
    ready: { line: "ready" },
    starts: async () => (await readFile(starts, "utf8")).split("\n").filter(Boolean).map(Number),
    leave: () => writeFile(`${file}.leave`, ""),
    takeLeave: () => rm(`${file}.leave`),
  };
}

const never = (reason: Error) => {
  throw reason;
};
const WAITS_FOR_LEAVE = `import { existsSync } from "node:fs";
  const look = setInterval(() => {
    if (!existsSync(process.argv[1] + ".leave")) return;
    clearInterval(look);
    console.log("ready");
    setInterval(() => {}, 1000);
  }, 10);`;
const STAYS = "console.log('ready'); setInterval(() => {}, 1000);";

describe("supervise", () => {
  it("starts a program again that was killed", async () => {
    const given = await program(STAYS);
    const supervised = supervise(given, never);
    await supervised.ready;
    const [first = 0] = await given.starts();
    process.kill(first, "SIGKILL");
    await expect.poll(async () => (await given.starts()).length, { timeout: 10_000 }).toBe(2);
    await supervised.stop();
    for (const pid of await given.starts()) expect(await isAlive(pid)).toBe(false);
  });

  it("lowers the priority of a background program's threads once it is ready, and again after a restart", async () => {
    const given = await program(WAITS_FOR_LEAVE);
    const supervised = supervise({ ...given, isBackground: true }, never);
    await expect.poll(async () => (await given.starts()).length, { timeout: 10_000 }).toBe(1);
    const [first = 0] = await given.starts();
    const own = os.getPriority();
    expect(os.getPriority(first)).toBe(own);
    await given.leave();
    await supervised.ready;
    for (const thread of await readdir(`/proc/${first}/task`)) {
      expect(os.getPriority(Number(thread))).toBeGreaterThan(own);
    }
    await given.takeLeave();
    process.kill(first, "SIGKILL");
    await expect.poll(async () => (await given.starts()).length, { timeout: 10_000 }).toBe(2);
    const second = (await given.starts())[1] ?? 0;
    expect(os.getPriority(second)).toBe(own);
    await given.leave();
    await expect.poll(() => os.getPriority(second), { timeout: 10_000 }).toBeGreaterThan(own);
    await supervised.stop();
  });

  it("says repeatedly what a slow start still lacks, and keeps waiting", async () => {
    const lines: string[] = [];
    const error = vi.spyOn(console, "error").mockImplementation((line) => lines.push(line));
    const given = await program(WAITS_FOR_LEAVE);
    const supervised = supervise({ ...given, slowStartMs: 50 }, never);
    let isReady = false;
    const ready = supervised.ready.then(() => {
      isReady = true;
    });
    await expect.poll(() => lines.length, { timeout: 10_000 }).toBeGreaterThan(2);
    expect(lines[2]).toMatch(/^Still waiting for the test program after \d+ s: it has not said "ready" yet$/);
    expect(isReady).toBe(false);
    await given.leave();
    await ready;
    expect(await given.starts()).toHaveLength(1);
    await supervised.stop();
    error.mockRestore();
  });

  it("passes on what a program answers until it is ready", async () => {
    const lines: string[] = [];
    const error = vi.spyOn(console, "error").mockImplementation((line) => lines.push(line));
    const port = await freePort();
    const given = await program(
      `import { createServer } from "node:http"; import { existsSync } from "node:fs";
       createServer((_, response) => {
         response.statusCode = existsSync(process.argv[1] + ".leave") ? 200 : 503;
         response.end(JSON.stringify({ status: "waiting", detail: "The oven is cold." }));
       }).listen(${port}, "127.0.0.1");`,
    );
    const url = `http://127.0.0.1:${port}/ready`;
    const supervised = supervise({ ...given, ready: { url }, slowStartMs: 50 }, never);
    await expect
      .poll(() => lines.at(-1), { timeout: 10_000 })
      .toMatch(`${url} answers 503: The oven is cold.`);
    await given.leave();
    await supervised.ready;
    await supervised.stop();
    error.mockRestore();
  });

  it("asks again whether a program is ready whose answer broke off", async () => {
    const port = await freePort();
    const given = await program(`import { createServer } from "node:http";
      let asked = 0;
      createServer((_, response) => {
        asked += 1;
        if (asked > 1) return response.end("fine");
        response.writeHead(200, { "content-length": "10" });
        response.write("half", () => response.destroy());
      }).listen(${port}, "127.0.0.1");`);
    const supervised = supervise({ ...given, ready: { url: `http://127.0.0.1:${port}` } }, never);
    await supervised.ready;
    expect(await given.starts()).toHaveLength(1);
    await supervised.stop();
  });

  it("gives up, once, on a program that keeps ending right after its start", async () => {
    const given = await program("console.log('ready'); setTimeout(() => process.exit(3), 50);");
    const reasons: Error[] = [];
    const supervised = supervise(given, (reason) => reasons.push(reason));
    await expect.poll(() => reasons.length, { timeout: 20_000 }).toBe(1);
    expect(reasons[0]?.message).toBe("The test program keeps exiting right after it starts (code 3).");
    const count = (await given.starts()).length;
    await supervised.stop();
    expect((await given.starts()).length).toBe(count);
  });

  it("reports what a program printed when it ends before it was ready, and does not start it again", async () => {
    const given = await program("console.log('no such table'); process.exit(1);");
    const supervised = supervise(given, never);
    await expect(supervised.ready).rejects.toThrow(/did not start \(code 1\)[\s\S]*no such table/);
    await supervised.stop();
    expect(await given.starts()).toHaveLength(1);
  });

  it("lets a program finish its work when it stops", async () => {
    const given = await program(
      `process.on("SIGTERM", () => setTimeout(() => { console.log("done"); process.exit(0); }, 300)); ${STAYS}`,
    );
    const supervised = supervise(given, never);
    await supervised.ready;
    const startedAt = performance.now();
    await supervised.stop();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(290);
  });

  it("kills a program that does not stop, along with its children", async () => {
    const given = await program(
      `import { spawn } from "node:child_process";
       const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
       appendFileSync(process.argv[1] + ".starts", child.pid + "\\n");
       process.on("SIGTERM", () => {}); ${STAYS}`,
    );
    const supervised = supervise(given, never);
    await supervised.ready;
    const stopped = supervised.stop();
    supervised.kill();
    await stopped;
    const pids = await given.starts();
    expect(pids).toHaveLength(2);
    for (const pid of pids) await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
  });
});
