import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { PROGRAM_OUTPUT_BYTES_MAX, PROGRAM_WAIT_MS } from "@/lib/tracker-client/limits";

/**
 * What a program prints.
 * @throws where it is not there, fails or takes too long
 */
export function runProgram(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      {
        timeout: PROGRAM_WAIT_MS,
        maxBuffer: PROGRAM_OUTPUT_BYTES_MAX,
        encoding: "utf8",
        // In others, some programs write non-ASCII characters in ways of their own.
        env: { ...process.env, LC_ALL: "C.UTF-8" },
      },
      (error, stdout) => {
        if (error) reject(new Error(`${program} failed: ${error.message.split("\n")[0]}`, { cause: error }));
        else resolve(stdout);
      },
    );
  });
}

/** Whether a program can be run by its name. */
export function isInstalled(program: string): boolean {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "");
  return folders.some((folder) => existsSync(path.join(folder, program)));
}
