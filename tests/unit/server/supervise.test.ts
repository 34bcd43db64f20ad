import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os, { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Program, supervise } from "@/lib/server/supervise";
import { isAlive } from "@/tests/support/service";

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "wps-supervise-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** A program that appends a line per start to a file of its own, and then does what `body` says. */
async function program(body: string): Promise<Program & { starts(): Promise<number[]> }> {
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
  };
}

const never = (reason: Error) => {
  throw reason;
};
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

  it("lets a program of the background yield to the others", async () => {
    const [front, back] = [await program(STAYS), await program(STAYS)];
    const both = [supervise(front, never), supervise({ ...back, isBackground: true }, never)];
    await Promise.all(both.map(({ ready }) => ready));
    const [[frontPid = 0], [backPid = 0]] = await Promise.all([front.starts(), back.starts()]);
    expect(os.getPriority(backPid)).toBeGreaterThan(os.getPriority(frontPid));
    await Promise.all(both.map((each) => each.stop()));
  });

  it("gives up, once, on a program that keeps ending right after its start", async () => {
    const given = await program("console.log('ready'); setTimeout(() => process.exit(3), 50);");
    const reasons: Error[] = [];
    const supervised = supervise(given, (reason) => reasons.push(reason));
    await expect.poll(() => reasons.length, { timeout: 20_000 }).toBe(1);
    expect(reasons[0]?.message).toBe("The test program keeps ending right after its start (code 3).");
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

  it("ends a program that does not want to stop when it is killed, and its children with it", async () => {
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
