import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { UNHANDLED_ERRORS_FILE } from "@/tests/support/read-reports";

/**
 * Writes down the errors that belong to no test, such as a rejected promise that nobody waits for. They fail a run of
 * vitest, whose `json` report does not have them.
 */
export default class UnhandledErrorsReporter implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    mkdirSync(path.dirname(UNHANDLED_ERRORS_FILE), { recursive: true });
    writeFileSync(UNHANDLED_ERRORS_FILE, JSON.stringify(errors));
  }
}
