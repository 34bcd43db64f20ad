/*
 * How addresses are written and which headers every response has: one table for Next (`next.config.ts`) and for the
 * front door, which answers some routes itself.
 */

/** Where the API stands; folders below `app/api/v1` are its paths. */
export const API_PREFIX = "/api/v1";

/** Paths that the requirements write without the `/api/v1` prefix answer there too (contract section 1). */
export const UNPREFIXED = [
  "auth",
  "developers",
  "workspaces",
  "tracker",
  "invites",
  "teams",
  "webhooks",
  "public",
];

const RULE_VERBS = ["preview", "apply", "cancel", "import"];

/** Custom verbs, such as `events:batch`: folder names hold no colon, and some HTTP clients encode it. */
export const VERBS = {
  devices: ["enroll", "heartbeat"],
  events: ["batch"],
  evidence: ["presign"],
  rules: RULE_VERBS,
};

/** The same at the end of a longer path: what stands before the colon, with `:name` for what varies, and the verbs. */
export const DEEP_VERBS = [
  { path: "/tracker/evidence/:ref([0-9A-Za-z_-]+)", verbs: ["verify"] },
  { path: "/workspaces/:workspace_id([0-9A-Za-z-]+)/tracker", verbs: ["pause"] },
  { path: "/workspaces/:workspace_id([0-9A-Za-z-]+)/tracker/rules", verbs: RULE_VERBS },
];

/** Public things and the folder of their pages. */
export const PUBLIC_PAGES = { forms: "f", projects: "p", tables: "t" };

/**
 * Who asks a public address for its page rather than for JSON (contract section 1): browsers, the app's own
 * navigation, and robots that make previews of links, which accept anything.
 */
export const PAGE_READERS = [
  { type: "header", key: "accept", value: ".*text/html.*" },
  { type: "header", key: "rsc" },
  {
    type: "header",
    key: "user-agent",
    value: ".*([Bb]ot\\b|facebookexternalhit|WhatsApp|SkypeUriPreview|Embedly|Iframely|Mastodon).*",
  },
] as const;

export const SECURITY_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=()" },
];

/** Every page except forms that may be embedded; their own policy says where. */
export const NOT_EMBEDDED = {
  source: "/((?!(?:f|public/forms)/[^/]+/(?:embed|thanks)$).*)",
  headers: [{ key: "X-Frame-Options", value: "DENY" }],
};

/** What every answer of the API carries, as Next puts it together from the above. */
export const API_HEADERS = [...SECURITY_HEADERS, ...NOT_EMBEDDED.headers];

const HSTS_S = 31_536_000;

/**
 * Added for browsers that come by https: no way back to http for a year, and windows of other sites lose their
 * reference to ours. Subdomains are left out, because we know nothing about them.
 */
const HTTPS_HEADERS = [
  { key: "Strict-Transport-Security", value: `max-age=${HSTS_S}` },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
];

/** The headers for the address under which browsers reach the service; none for one without https. */
export function headersForBaseUrl(baseUrl: string | undefined): { key: string; value: string }[] {
  return baseUrl?.startsWith("https:") ? HTTPS_HEADERS : [];
}
