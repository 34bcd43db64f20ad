/** Browsers: what they show decides, never that they run. */
export const BROWSERS: ReadonlySet<string> = new Set([
  "com.apple.safari",
  "com.apple.safaritechnologypreview",
  "com.google.chrome",
  "com.google.chrome.beta",
  "com.google.chrome.dev",
  "com.google.chrome.canary",
  "org.chromium.chromium",
  "org.mozilla.firefox",
  "org.mozilla.firefoxdeveloperedition",
  "org.mozilla.nightly",
  "com.microsoft.edgemac",
  "com.microsoft.edgemac.beta",
  "com.microsoft.edgemac.dev",
  "com.brave.browser",
  "com.brave.browser.beta",
  "company.thebrowser.browser",
  "company.thebrowser.dia",
  "com.operasoftware.opera",
  "com.vivaldi.vivaldi",
  "com.kagi.kagimacos",
  "com.duckduckgo.macos.browser",
  "app.zen-browser.zen",
]);

/** Browsers by name, for systems whose programs have no bundle id. */
export const BROWSER_NAMES: ReadonlySet<string> = new Set([
  "safari",
  "google chrome",
  "google-chrome",
  "chromium",
  "firefox",
  "microsoft edge",
  "brave browser",
  "opera",
  "vivaldi",
  "arc",
  "zen browser",
]);

/** Families of bundle ids of installed web pages, which say nothing of the page: its name as an app does. */
export const WEB_APP_BUNDLES = [
  "com.google.chrome.app.",
  "com.microsoft.edgemac.app.",
  "com.brave.browser.app.",
  "com.apple.safari.webapp.",
];
