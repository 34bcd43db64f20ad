import { type Captured, redact } from "@/lib/tracker/redaction/rules";

/** A sample of a terminal that shows nothing. */
export const NOTHING: Captured = {
  appName: "Terminal",
  bundleId: "com.apple.Terminal",
  windowTitle: null,
  filePath: null,
  repo: null,
  branch: null,
  terminalCwd: null,
  lastCommand: null,
  editorFile: null,
  url: null,
  pageTitle: null,
  callApp: null,
};

/** What is kept of a window's title, and of an address. */
export const title = (windowTitle: string) => redact({ ...NOTHING, windowTitle }).windowTitle;
export const url = (given: string) => redact({ ...NOTHING, url: given }).url;

/** Made up, put together here so that no scanner of sources takes them for real. */
export const made = (...parts: string[]) => parts.join("");
export const HEX = "0123456789abcdef";
export const LETTERS = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA";
export const UUID = "01234567-89ab-4def-8123-456789abcdef";
