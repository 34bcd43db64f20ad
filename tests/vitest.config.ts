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
    sequence: { shuffle: true },
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
