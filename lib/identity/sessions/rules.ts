/** How a session came to be: in a browser, for a desktop client at its loopback, or by `npm run token`. */
export const SESSION_KINDS = ["browser", "client", "command"] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

type Named = { kind: SessionKind; client: string | null; userAgent: string | null };

// In this order: each of these browsers also names those below it.
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|HeadlessChrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPad\b/, "iPadOS"],
  [/\biPhone\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

function firstMatch(list: readonly [RegExp, string][], text: string): string | null {
  return list.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/**
 * What a person knows their sign-in by, such as "Firefox on macOS" or "Tracker on Windows". A user agent is the
 * caller's own word: good for recognising one's own, and for nothing else.
 */
export function sessionName({ kind, client, userAgent }: Named): string {
  if (kind === "command") return "Command line";
  const agent = userAgent ?? "";
  const system = firstMatch(SYSTEMS, agent);
  const program =
    kind === "client" ? (client ?? "Desktop client") : (firstMatch(BROWSERS, agent) ?? "Unknown browser");
  return system === null ? program : `${program} on ${system}`;
}

/**
 * The cookie that names the session which has just begun in a browser, to the page that takes its token out of the address:
 * a token of another session came by somebody's link. Neither a credential nor secret.
 * @param isHttps the prefix, which plain http can't carry, keeps other hosts of the domain from setting it
 */
export function arrivalCookieName(isHttps: boolean): string {
  return `${isHttps ? "__Host-" : ""}sign-in.arrived`;
}
