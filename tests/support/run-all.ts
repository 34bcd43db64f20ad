import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/*
 * npm test: static checks, unit and API tests, browser tests on the built app. Every step runs, whatever the one before
 * said; the last line is the sum, which `.ci/run` repeats.
 */

const RESULTS = path.resolve("test-results");
const SUMMARY = path.join(RESULTS, "summary.txt");

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), duration: z.number().nullish() }),
      ),
    }),
  ),
});
type Suite = {
  title: string;
  specs: { title: string; tests: { status: string; results: { duration: number }[] }[] }[];
  suites?: Suite[] | undefined;
};
const PlaywrightSuite: z.ZodType<Suite> = z.object({
  title: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(z.object({ status: z.string(), results: z.array(z.object({ duration: z.number() })) })),
    }),
  ),
  suites: z.array(z.lazy(() => PlaywrightSuite)).optional(),
});
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(PlaywrightSuite),
});

/** What a step counted; and what stands at the very end, because the step's own words are far above by then. */
type Counts = { passed: number; failed: number; remarks?: string[]; times?: Time[] };

/** How long a test took, all its tries together. */
type Time = { name: string; ms: number };

const SLOWEST = 20;

function vitestTimes({ testResults }: z.infer<typeof VitestReport>): Time[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${path.relative(".", name)}: ${fullName}`,
      ms: duration ?? 0,
    })),
  );
}

function playwrightTimes(suites: readonly Suite[], above = ""): Time[] {
  return suites.flatMap((suite) => {
    const name = above === "" ? suite.title : `${above} › ${suite.title}`;
    const mine = suite.specs.map(({ title, tests }) => ({
      name: `${name} › ${title}`,
      ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    }));
    return [...mine, ...playwrightTimes(suite.suites ?? [], name)];
  });
}

/** The unit tests that failed, by name. */
function failuresOf({ testResults }: z.infer<typeof VitestReport>): string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(".", name);
    const failed = assertionResults.filter((each) => each.status === "failed");
    if (failed.length === 0 && status === "failed") return [file];
    return failed.map(({ fullName }) => `${file}: ${fullName}`);
  });
}

/** The browser tests that ended in a way, by name. */
function endedIn(status: string, suites: readonly Suite[], above = ""): string[] {
  return suites.flatMap((suite) => {
    const name = above === "" ? suite.title : `${above} › ${suite.title}`;
    const mine = suite.specs.filter(({ tests }) => tests.some((test) => test.status === status));
    return [...mine.map(({ title }) => `${name} › ${title}`), ...endedIn(status, suite.suites ?? [], name)];
  });
}

/** Runs a program of node_modules and returns whether it succeeded. */
function succeeds(command: string, args: string[]): boolean {
  return spawnSync(path.join("node_modules", ".bin", command), args, { stdio: "inherit" }).status === 0;
}

/** A step that counts its tests. One that fails without a failing test (a file that can't be loaded) counts as one. */
function counted(command: string, args: string[], report: string, read: (json: unknown) => Counts): Counts {
  const ok = succeeds(command, args);
  try {
    const counts = read(JSON.parse(readFileSync(path.join(RESULTS, report), "utf8")));
    return { ...counts, failed: ok ? counts.failed : Math.max(counts.failed, 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function check(): Counts {
  const ok = spawnSync("npm", ["run", "--silent", "check"], { stdio: "inherit" }).status === 0;
  return { passed: 0, failed: ok ? 0 : 1 };
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
          "--outputFile.json=test-results/unit.json",
        ],
        "unit.json",
        (json) => {
          const vitest = VitestReport.parse(json);
          const { numPassedTests: passed, numFailedTests: failed } = vitest;
          const remarks = failuresOf(vitest).map((name) => `failed: ${name}`);
          return { passed, failed, remarks, times: vitestTimes(vitest) };
        },
      ),
      counted("playwright", ["test", "-c", "tests/playwright.config.ts"], "e2e.json", (json) => {
        const { stats, suites } = PlaywrightReport.parse(json);
        return {
          passed: stats.expected + stats.flaky,
          failed: stats.unexpected,
          times: playwrightTimes(suites),
          remarks: [
            ...endedIn("unexpected", suites).map((name) => `failed: ${name}`),
            ...endedIn("flaky", suites).map((name) => `passed at its second try only: ${name}`),
          ],
        };
      }),
    ]
  : [{ passed: 0, failed: 1 }];

const passed = steps.reduce((sum, step) => sum + step.passed, 0);
// No test at all is a failure too.
const failed = steps.reduce((sum, step) => sum + step.failed, 0) + (passed === 0 && hasTools ? 1 : 0);
const summary = `${passed} passed, ${failed} failed`;
writeFileSync(SUMMARY, `${summary}\n`);
const slowest = steps.flatMap((step) => step.times ?? []).sort((a, b) => b.ms - a.ms);
console.log(`\nSlowest ${SLOWEST}, of ${Math.round(performance.now() / 60_000)} minutes in all:`);
for (const { name, ms } of slowest.slice(0, SLOWEST)) {
  console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
}
for (const remark of steps.flatMap((step) => step.remarks ?? [])) console.log(remark);
console.log(`\n${summary}`);
process.exit(failed === 0 ? 0 : 1);
