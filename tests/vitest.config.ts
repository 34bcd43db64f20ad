import path from "node:path";
import { defineConfig } from "vitest/config";

const root = path.resolve(import.meta.dirname, "..");

export default defineConfig({
  root,
  resolve: { alias: { "@": root } },
  test: {
    pool: "forks",
    maxWorkers: 2,
    // No test measures time: this ends one that waits for ever, also on a machine that is busy with other things.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each file has a process of its own. The long ones go first, so that none of them is waited for alone at the end.
    sequence: { shuffle: { files: false, tests: true } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts"],
          setupFiles: ["tests/support/settings.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          include: ["tests/api/**/*.test.ts"],
          globalSetup: ["tests/support/global-setup.ts"],
          setupFiles: ["tests/support/settings.ts", "tests/support/setup.ts"],
        },
      },
    ],
  },
});
