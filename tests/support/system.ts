import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs a program of the system to its end. @throws with its own words when it fails */
export async function runQuietly(program: string, args: string[]): Promise<void> {
  await run(program, args, { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? "")
    .split(path.delimiter)
    .some((folder) => existsSync(path.join(folder, program)));
}

/** Installs a package of Debian's unless its program is there. @throws when it can't be had */
export async function needPackage(program: string, name: string): Promise<void> {
  if (isOnPath(program)) return;
  await runQuietly("apt-get", ["update"]);
  await runQuietly("apt-get", ["install", "-y", "--no-install-recommends", name]);
}
