import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Counts, readPlaywright, readVitest, UNHANDLED_ERRORS_FILE } from "@/tests/support/read-reports";

/*
 * npm test: static checks, unit and API tests, browser tests on the built app. Every step runs, whatever the one before
 * said. At the end stand the slowest tests, what failed and why, and the sum, which `.ci/run` repeats.
 */

const RESULTS = path.resolve("test-results");
const SUMMARY = path.join(RESULTS, "summary.txt");
const SLOWEST = 20;
const CHECK_LINES_MAX = 15;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Runs a program of node_modules and returns whether it succeeded. */
function succeeds(command: string, args: string[]): boolean {
  return spawnSync(path.join("node_modules", ".bin", command), args, { stdio: "inherit" }).status === 0;
}

/** A step that counts its tests. One that fails without a failing test (a file that can't be loaded) counts as one. */
function counted(command: string, args: string[], report: string, read: (json: unknown) => Counts): Counts {
  const ok = succeeds(command, args);
  try {
    const counts = read(JSON.parse(readFileSync(path.join(RESULTS, report), "utf8")));
    if (ok || counts.failed > 0) return counts;
    return { ...counts, failed: 1, remarks: [...counts.remarks, `failed: ${command}, outside of its tests`] };
  } catch (error) {
    const why = `failed: ${command} left no report that can be read: ${error}`;
    return { passed: 0, failed: 1, remarks: [why], times: [] };
  }
}

function check(): Counts {
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", "check"], {
    encoding: "utf8",
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  if (status === 0) return { passed: 0, failed: 0, remarks: [], times: [] };
  const last = `${stdout}\n${stderr}`.trimEnd().split("\n").slice(-CHECK_LINES_MAX);
  return { passed: 0, failed: 1, remarks: [["failed: npm run check", ...last].join("\n    ")], times: [] };
}

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const hasTools = succeeds("tsx", ["tests/support/install-tools.ts"]);
const steps: Counts[] = hasTools
  ? [
      check(),
      counted(
        "vitest",
        [
          "run",
          "--config",
          "tests/vitest.config.ts",
          "--reporter=default",
          "--reporter=json",
          "--reporter=./tests/support/unhandled-errors-reporter.ts",
          "--outputFile.json=test-results/unit.json",
        ],
        "unit.json",
        (json) => readVitest(json, JSON.parse(readFileSync(UNHANDLED_ERRORS_FILE, "utf8"))),
      ),
      counted("playwright", ["test", "-c", "tests/playwright.config.ts"], "e2e.json", readPlaywright),
    ]
  : [{ passed: 0, failed: 1, remarks: ["failed: a tool of the tests is missing"], times: [] }];

const passed = steps.reduce((sum, step) => sum + step.passed, 0);
// No test at all is a failure too.
const failed = steps.reduce((sum, step) => sum + step.failed, 0) + (passed === 0 && hasTools ? 1 : 0);
const summary = `${passed} passed, ${failed} failed`;
writeFileSync(SUMMARY, `${summary}\n`);
const slowest = steps.flatMap((step) => step.times).sort((a, b) => b.ms - a.ms);
console.log(`\nSlowest ${SLOWEST}, of ${Math.round(performance.now() / 60_000)} minutes in all:`);
for (const { name, ms } of slowest.slice(0, SLOWEST)) {
  console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
}
for (const remark of steps.flatMap((step) => step.remarks)) console.log(remark);
console.log(`\n${summary}`);
process.exit(failed === 0 ? 0 : 1);
