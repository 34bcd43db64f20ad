import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/*
 * How long a clean checkout takes to install and to build, beside the commit from before installing was worked on, by
 * turns; and how large the assembled folder is. Measures what is committed. npm's cache is filled before.
 */

const ROUNDS = 2;
/** The first commit of that work; the one before it is what today's is compared with. */
const BEGINNING = "Describe headers, proofs and examples in the OpenAPI document";

const run = promisify(execFile);
const OPTIONS = { maxBuffer: 64 * 1024 * 1024 };

async function git(...args: string[]): Promise<string> {
  return (await run("git", args, OPTIONS)).stdout.trim();
}

async function commitBefore(): Promise<string> {
  const [found] = (await git("log", "--format=%H", `--grep=^${BEGINNING}`)).split("\n");
  if (!found) throw new Error("The commit to compare with is not here: fetch the whole history.");
  return `${found}^`;
}

async function checkout(commit: string, into: string): Promise<void> {
  await git("clone", "--quiet", "--shared", "--no-checkout", ".", into);
  await run("git", ["checkout", "--quiet", "--detach", await git("rev-parse", commit)], { cwd: into });
}

async function secondsOf(cwd: string, ...command: string[]): Promise<number> {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  const [program = "", ...args] = command;
  const startedAt = performance.now();
  await run(program, args, { ...OPTIONS, cwd, env });
  return (performance.now() - startedAt) / 1000;
}

type Times = { ci: number; build: number };

async function timesOf(checkedOut: string): Promise<Times> {
  for (const made of ["node_modules", ".next", ".programs"]) {
    await rm(path.join(checkedOut, made), { recursive: true, force: true });
  }
  const ci = await secondsOf(checkedOut, "npm", "ci", "--no-audit", "--no-fund");
  const build = await secondsOf(checkedOut, "npm", "run", "build");
  return { ci, build };
}

const fastest = (times: Times[], of: keyof Times) => Math.min(...times.map((time) => time[of]));

export default async function install(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "wps-install-"));
  const [before, now, image] = ["before", "now", "image"].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  try {
    await checkout(await commitBefore(), before);
    await checkout("HEAD", now);
    for (const each of [before, now]) await secondsOf(each, "npm", "ci", "--no-audit", "--no-fund");
    const times: { before: Times[]; now: Times[] } = { before: [], now: [] };
    for (let round = 0; round < ROUNDS; round++) {
      times.before.push(await timesOf(before));
      times.now.push(await timesOf(now));
      console.log(
        `round ${round + 1}, load ${loadavg()[0]?.toFixed(1)}: ${JSON.stringify({ before: times.before.at(-1), now: times.now.at(-1) })}`,
      );
    }
    await secondsOf(now, "npm", "run", "assemble", "--", image);
    const imageMb = Number((await run("du", ["-sm", image])).stdout.split("\t")[0]);
    const ci = fastest(times.now, "ci");
    const build = fastest(times.now, "build");
    console.log(
      `install: ci_s=${ci.toFixed(1)} ci_s_ratio=${(ci / fastest(times.before, "ci")).toFixed(2)} build_s=${build.toFixed(1)} build_s_ratio=${(build / fastest(times.before, "build")).toFixed(2)} image_mb=${imageMb}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
