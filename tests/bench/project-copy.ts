import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const ROOT = path.resolve(import.meta.dirname, "../..");
const NOT_COPIED = [".git", ".next", ".data", "node_modules", "test-results", "playwright-report"];

const run = promisify(execFile);

/**
 * A copy of the project with files that are no part of the product, to be built beside it.
 * @param files sources by their path
 */
export async function copyWith(files: Record<string, string>): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), "wps-bench-"));
  await cp(ROOT, copy, {
    recursive: true,
    filter: (source) => !NOT_COPIED.includes(path.relative(ROOT, source)),
  });
  // As hard links where that can be: it is a gigabyte.
  const modules = [path.join(ROOT, "node_modules"), path.join(copy, "node_modules")];
  await run("cp", ["-al", ...modules]).catch(() => run("cp", ["-a", ...modules]));
  for (const [file, source] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(copy, file)), { recursive: true });
    await writeFile(path.join(copy, file), source);
  }
  return copy;
}
