import { existsSync } from "node:fs";
import { chromium, type LaunchOptions } from "@playwright/test";

/** Debian's packages and their programs, the better one first. */
export const CHROMIUM_PACKAGES = [
  { name: "chromium-headless-shell", file: "/usr/lib/chromium/chromium-headless-shell" },
  { name: "chromium", file: "/usr/bin/chromium" },
] as const;

/**
 * How to start the browser of the tests. Playwright's own is a headless shell, which takes a sixth less time than the
 * whole browser; where it can't be had, Debian's is the next best.
 */
export function chromiumOptions(): LaunchOptions {
  if (existsSync(chromium.executablePath())) return {};
  const installed = CHROMIUM_PACKAGES.find(({ file }) => existsSync(file));
  return installed ? { executablePath: installed.file } : {};
}
