import path from "node:path";
import { defineConfig } from "@playwright/test";
import { chromiumOptions } from "@/tests/support/chromium";

const root = path.resolve(import.meta.dirname, "..");

// Read by every process of the run: the first one chooses, the others inherit.
process.env.E2E_PORT ??= String(20_000 + (process.pid % 6_000) * 2);

export default defineConfig({
  testDir: path.join(root, "tests/e2e"),
  outputDir: path.join(root, "test-results/e2e"),
  globalSetup: path.join(root, "tests/e2e/global-setup.ts"),
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // A browser on a busy machine is not always in time. What needs a second try is named at the end of the run.
  retries: 1,
  // A machine that does other work besides is slow, and a slow page is no failure.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json", { outputFile: path.join(root, "test-results/e2e.json") }]],
  use: {
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    // A trace films every test, which takes most of a small machine: `--trace on` films those that are looked into.
    screenshot: "only-on-failure",
    // One would stand between the pages and what tests answer in the server's place.
    serviceWorkers: "block",
    launchOptions: {
      ...chromiumOptions(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
