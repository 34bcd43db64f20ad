import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

/*
 * What the reports of the test runners say in short: how many tests passed, how long each took, and why each one failed,
 * in the few lines that stand at the very end of a run, where those look who see only the end.
 */

const ERROR_LINES_MAX = 8;
const LINE_CHARS_MAX = 200;

/** Where the run of unit and API tests leaves the errors that belong to no test. */
export const UNHANDLED_ERRORS_FILE = path.resolve("test-results/unhandled.json");

const UnhandledErrors = z.array(
  z.object({
    name: z.string().default("Error"),
    message: z.string().default(""),
    stack: z.string().default(""),
    /** Vitest's guess: the file and the test that ran when the error came up. */
    VITEST_TEST_PATH: z.string().optional(),
    VITEST_TEST_NAME: z.string().optional(),
  }),
);

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

const PlaywrightError = z.object({
  message: z.string().optional(),
  location: z.object({ file: z.string(), line: z.number() }).optional(),
});
const PlaywrightTest = z.object({
  status: z.string(),
  results: z.array(z.object({ duration: z.number(), errors: z.array(PlaywrightError).default([]) })),
});
type PlaywrightTest = z.output<typeof PlaywrightTest>;
type Suite = {
  title: string;
  specs: { title: string; tests: PlaywrightTest[] }[];
  suites?: Suite[] | undefined;
};
const PlaywrightSuite: z.ZodType<Suite> = z.object({
  title: z.string(),
  specs: z.array(z.object({ title: z.string(), tests: z.array(PlaywrightTest) })),
  suites: z.array(z.lazy(() => PlaywrightSuite)).optional(),
});
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(PlaywrightSuite),
  errors: z.array(PlaywrightError).default([]),
});

/** How long a test took, all its tries together. */
export type Time = { name: string; ms: number };

/** What a step counted, with a remark for each test that failed; a remark may have several lines. */
export type Counts = { passed: number; failed: number; remarks: string[]; times: Time[] };

const relative = (file: string) => path.relative(".", file);

/** The first lines of what an error says, without colours, and the place in our code where it came up. */
function inShort(words: string, place?: string): string[] {
  const lines = stripVTControlCharacters(words)
    .replaceAll(`${process.cwd()}/`, "")
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== "");
  const isStack = (line: string) => /^\s+at /.test(line);
  const said = lines.filter((line) => !isStack(line)).slice(0, ERROR_LINES_MAX);
  const where = place ?? lines.find((line) => isStack(line) && /\b(tests|lib|app)\//.test(line))?.trim();
  return [...said, ...(where ? [where] : [])].map((line) => line.slice(0, LINE_CHARS_MAX));
}

function remark(headline: string, why: readonly string[]): string {
  return [headline, ...why.map((line) => `    ${line}`)].join("\n");
}

/**
 * Reads the report of vitest's `json` reporter. A file that could not be loaded has a remark too.
 * @param unhandled the errors that belong to no test; each counts as a failure
 * @throws ZodError where it is no such report
 */
export function readVitest(json: unknown, unhandled: unknown = []): Counts {
  const report = VitestReport.parse(json);
  const outside = UnhandledErrors.parse(unhandled).map((error) => {
    const { name, message, stack, VITEST_TEST_PATH: file, VITEST_TEST_NAME: test } = error;
    const during = [file && relative(file), test].filter((each) => each).join(": ");
    return remark(
      `failed: outside of any test${during && `, during ${during}`}`,
      inShort(stack || `${name}: ${message}`),
    );
  });
  const remarks = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(name);
    const failed = assertionResults.filter((each) => each.status === "failed");
    if (failed.length === 0 && status === "failed")
      return [remark(`failed: ${file}`, inShort(message ?? ""))];
    return failed.map(({ fullName, failureMessages }) =>
      remark(`failed: ${file}: ${fullName}`, inShort(failureMessages?.[0] ?? "")),
    );
  });
  const times = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${relative(name)}: ${fullName}`,
      ms: duration ?? 0,
    })),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + outside.length,
    remarks: [...remarks, ...outside],
    times,
  };
}

/** Every browser test with the titles that it stands under. */
function allTests(suites: readonly Suite[], above = ""): { name: string; test: PlaywrightTest }[] {
  return suites.flatMap((suite) => {
    const title = above === "" ? suite.title : `${above} › ${suite.title}`;
    const mine = suite.specs.flatMap((spec) =>
      spec.tests.map((test) => ({ name: `${title} › ${spec.title}`, test })),
    );
    return [...mine, ...allTests(suite.suites ?? [], title)];
  });
}

function playwrightError({ message = "", location }: z.output<typeof PlaywrightError>): string[] {
  return inShort(message, location && `at ${relative(location.file)}:${location.line}`);
}

/**
 * Reads the report of Playwright's `json` reporter. A test that passed at its second try has a remark, with what its first
 * one ended in.
 * @throws ZodError where it is no such report
 */
export function readPlaywright(json: unknown): Counts {
  const { stats, suites, errors } = PlaywrightReport.parse(json);
  const tests = allTests(suites);
  const ended = (status: string, headline: string) =>
    tests
      .filter(({ test }) => test.status === status)
      .map(({ name, test }) => {
        const [error] = test.results.find((result) => result.errors.length > 0)?.errors ?? [];
        return remark(`${headline}: ${name}`, error ? playwrightError(error) : []);
      });
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    remarks: [
      ...errors.map((error) => remark("failed: outside of any browser test", playwrightError(error))),
      ...ended("unexpected", "failed"),
      ...ended("flaky", "passed at its second try only"),
    ],
    times: tests.map(({ name, test }) => ({
      name,
      ms: test.results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  };
}
