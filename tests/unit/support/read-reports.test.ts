import path from "node:path";
import { describe, expect, it } from "vitest";
import { readPlaywright, readVitest } from "@/tests/support/read-reports";

const RED = "\u001b[31m";
const PLAIN = "\u001b[39m";

describe("the summary of a run of unit and API tests", () => {
  it("has the name of each failed test, the first lines of its error and the place in our code", () => {
    const file = path.resolve("tests/api/teams.test.ts");
    const more = Array.from({ length: 40 }, (_, at) => `+ line ${at}`).join("\n");
    const counts = readVitest({
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        {
          name: file,
          status: "failed",
          assertionResults: [
            { fullName: "teams are kept", status: "passed", duration: 12.5, failureMessages: [] },
            {
              fullName: "teams are listed by name",
              status: "failed",
              duration: 30,
              failureMessages: [
                `AssertionError: ${RED}expected 2 to be 3${PLAIN}\n\n${more}\n    at run (file:///x/node_modules/vitest/index.js:1:1)\n    at ${file}:41:7`,
              ],
            },
          ],
        },
      ],
    });
    expect(counts).toMatchObject({ passed: 1, failed: 1 });
    expect(counts.times).toEqual([
      { name: "tests/api/teams.test.ts: teams are kept", ms: 12.5 },
      { name: "tests/api/teams.test.ts: teams are listed by name", ms: 30 },
    ]);
    expect(counts.remarks.map((each) => each.split("\n"))).toEqual([
      [
        "failed: tests/api/teams.test.ts: teams are listed by name",
        "    AssertionError: expected 2 to be 3",
        ...Array.from({ length: 7 }, (_, at) => `    + line ${at}`),
        "    at tests/api/teams.test.ts:41:7",
      ],
    ]);
  });

  it("counts errors that belong to no test, and says what each is and during which test it came up", () => {
    const file = path.resolve("tests/api/teams.test.ts");
    const counts = readVitest({ numPassedTests: 1, numFailedTests: 0, testResults: [] }, [
      {
        name: "Error",
        message: "Connection terminated",
        stack: `Error: Connection terminated\n    at end (file:///x/node_modules/pg/client.js:1:1)\n    at ${path.resolve("lib/teams/store.ts")}:3:1`,
        VITEST_TEST_PATH: file,
        VITEST_TEST_NAME: "teams are kept",
      },
      { message: "write EPIPE" },
    ]);
    expect(counts.failed).toBe(2);
    expect(counts.remarks.map((each) => each.split("\n"))).toEqual([
      [
        "failed: outside of any test, during tests/api/teams.test.ts: teams are kept",
        "    Error: Connection terminated",
        "    at lib/teams/store.ts:3:1",
      ],
      ["failed: outside of any test", "    Error: write EPIPE"],
    ]);
  });

  it("says why a file could not be loaded", () => {
    const { remarks } = readVitest({
      numPassedTests: 0,
      numFailedTests: 0,
      testResults: [
        {
          name: path.resolve("tests/unit/a.test.ts"),
          status: "failed",
          message: "Cannot find module '@/lib/gone'",
          assertionResults: [],
        },
      ],
    });
    expect(remarks).toEqual(["failed: tests/unit/a.test.ts\n    Cannot find module '@/lib/gone'"]);
  });
});

describe("the summary of a run of browser tests", () => {
  const error = (message: string) => ({
    message,
    location: { file: path.resolve("tests/e2e/crm.spec.ts"), line: 20, column: 3 },
  });
  const report = (status: string, results: { duration: number; errors: unknown[] }[]) => ({
    stats: {
      expected: 0,
      unexpected: status === "unexpected" ? 1 : 0,
      flaky: status === "flaky" ? 1 : 0,
    },
    errors: [],
    suites: [
      {
        title: "crm.spec.ts",
        specs: [],
        suites: [{ title: "records", specs: [{ title: "are shown", tests: [{ status, results }] }] }],
      },
    ],
  });

  it("has the error of a test that failed at both tries, and the time of both", () => {
    const failure = error(`Error: ${RED}expect(locator).toBeVisible() failed${PLAIN}\n\nExpected: visible`);
    expect(
      readPlaywright(
        report("unexpected", [
          { duration: 1_000, errors: [failure] },
          { duration: 500, errors: [failure] },
        ]),
      ),
    ).toEqual({
      passed: 0,
      failed: 1,
      times: [{ name: "crm.spec.ts › records › are shown", ms: 1_500 }],
      remarks: [
        [
          "failed: crm.spec.ts › records › are shown",
          "    Error: expect(locator).toBeVisible() failed",
          "    Expected: visible",
          "    at tests/e2e/crm.spec.ts:20",
        ].join("\n"),
      ],
    });
  });

  it("shows how the first try ended if the second one passed", () => {
    const { passed, remarks } = readPlaywright(
      report("flaky", [
        { duration: 1_000, errors: [error("Error: Test timeout of 120000ms exceeded.")] },
        { duration: 500, errors: [] },
      ]),
    );
    expect(passed).toBe(1);
    expect(remarks).toEqual([
      [
        "passed at its second try only: crm.spec.ts › records › are shown",
        "    Error: Test timeout of 120000ms exceeded.",
        "    at tests/e2e/crm.spec.ts:20",
      ].join("\n"),
    ]);
  });

  it("shows what failed before any test could run", () => {
    const { remarks } = readPlaywright({
      stats: { expected: 0, unexpected: 0, flaky: 0 },
      suites: [],
      errors: [{ message: "Error: the build failed" }],
    });
    expect(remarks).toEqual(["failed: outside of any browser test\n    Error: the build failed"]);
  });
});
