type Limit = {
  /** What is counted, as the refused caller reads it. */
  subject: string;
  countMax: number;
  windowS: number;
};

/** All rate limits, in one table (requirements, "Limits"). Each applies per key, in a sliding window. */
export const LIMITS = {
  tracker_batches_per_device: { subject: "batches from this device", countMax: 30, windowS: 60 },
  tracker_batches_per_project: { subject: "batches for this project", countMax: 600, windowS: 60 },
  tracker_events_per_project: { subject: "events for this project", countMax: 50_000, windowS: 60 },
  evidence_presigns_per_device: { subject: "evidence uploads from this device", countMax: 60, windowS: 60 },
  evidence_checks_per_device: { subject: "checks of evidence from this device", countMax: 60, windowS: 60 },
  tracker_rule_previews_per_developer: { subject: "previews of rules from you", countMax: 30, windowS: 60 },
  // Both start long-running work. People trying out rules do so a few times; undoing an import counts too.
  tracker_rule_applies_per_owner: {
    subject: "times that rules are put in force",
    countMax: 60,
    windowS: 3600,
  },
  tracker_rule_imports_per_owner: { subject: "imports of rules", countMax: 120, windowS: 3600 },
  tracker_imports_per_developer: { subject: "imports from you", countMax: 30, windowS: 3600 },
  tracker_timelines_per_developer: { subject: "timelines asked for by you", countMax: 120, windowS: 60 },
  tracker_corrections_per_developer: { subject: "corrections from you", countMax: 120, windowS: 60 },
  event_uploads_per_ip: { subject: "uploads from this address", countMax: 60, windowS: 60 },
  event_uploads_per_workspace: { subject: "uploads for this workspace", countMax: 300, windowS: 60 },
  unverified_webhook_kib_per_ip: {
    subject: "KiB of unverified webhooks from this address",
    countMax: 32_768,
    windowS: 3600,
  },
  unverified_webhook_kib_per_provider: {
    subject: "KiB of unverified webhooks of this provider",
    countMax: 131_072,
    windowS: 3600,
  },
  // Whole offices share an address, and test suites sign dozens of people in from one.
  sign_in_starts_per_ip: { subject: "sign-ins begun from this address", countMax: 300, windowS: 60 },
  sign_in_starts_per_ip_hourly: {
    subject: "sign-ins begun from this address",
    countMax: 3_000,
    windowS: 3600,
  },
  invites_per_developer: { subject: "invites from you", countMax: 200, windowS: 3600 },
  invites_per_developer_daily: { subject: "invites from you", countMax: 500, windowS: 86_400 },
  invites_per_workspace_daily: { subject: "invites to this workspace", countMax: 1_000, windowS: 86_400 },
  profiles_per_developer: { subject: "profiles of developers asked for by you", countMax: 120, windowS: 60 },
  form_submits_per_ip: { subject: "answers from this address", countMax: 30, windowS: 60 },
  form_submits_per_form: { subject: "answers to this form", countMax: 600, windowS: 60 },
  form_uploads_per_ip: { subject: "files from this address", countMax: 30, windowS: 60 },
  form_uploads_per_form: { subject: "files for this form", countMax: 300, windowS: 60 },
  form_reports_per_ip: { subject: "reports from this address", countMax: 10, windowS: 3600 },
  form_reports_per_form: { subject: "reports of this form", countMax: 60, windowS: 3600 },
  form_receipts_per_address: { subject: "receipts to this address", countMax: 3, windowS: 3600 },
  form_receipts_per_address_daily: { subject: "receipts to this address", countMax: 10, windowS: 86_400 },
  invites_per_address: { subject: "invites to this address", countMax: 10, windowS: 3600 },
  invites_per_address_daily: { subject: "invites to this address", countMax: 20, windowS: 86_400 },
  requests_per_developer: { subject: "requests from you", countMax: 60, windowS: 3600 },
  request_comments_per_developer: { subject: "comments from you", countMax: 60, windowS: 600 },
  request_votes_per_developer: { subject: "votes from you", countMax: 120, windowS: 60 },
  request_searches_per_ip: { subject: "searches from this address", countMax: 240, windowS: 60 },
  project_reports_per_ip: { subject: "reports from this address", countMax: 10, windowS: 3600 },
  project_reports_per_project: { subject: "reports of this page", countMax: 60, windowS: 3600 },
  project_page_writes_per_ip: { subject: "changes from this address", countMax: 300, windowS: 60 },
  shared_table_requests_per_visitor: { subject: "requests from this address", countMax: 900, windowS: 60 },
  shared_table_requests_per_link: { subject: "requests by this link", countMax: 6_000, windowS: 60 },
  shared_table_reports_per_ip: { subject: "reports from this address", countMax: 10, windowS: 3600 },
  shared_table_reports_per_table: { subject: "reports of this table", countMax: 60, windowS: 3600 },
  shared_table_changes_per_visitor: { subject: "changes from this address", countMax: 240, windowS: 60 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** One use of a limit: `weight` of it, counted for `key`. */
export type LimitUse = { limit: LimitName; key: string; weight: number };

/** The limit that is used up, and when the same use would pass. */
export type Refusal = { limit: LimitName; waitMs: number };

/** The store of the limits did not answer: nothing was counted, and the uses may pass. */
type Skipped = "skipped";

/** Counts several uses at once: all of them, or none when one of their limits is used up. */
export type LimitStore = {
  take(uses: readonly LimitUse[], now: Date): Promise<Refusal | Skipped | null>;
  /** Whether it counts, and says so within `LIMIT_STORE_TIMEOUT_MS`; never rejects. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
};

/** The refusal that takes longest to pass, which is the one to report; null if there is none. */
export function longest(refusals: readonly Refusal[]): Refusal | null {
  return refusals.reduce<Refusal | null>(
    (worst, refusal) => (worst === null || refusal.waitMs > worst.waitMs ? refusal : worst),
    null,
  );
}

/** How long a shared store may take to answer; after that the use is allowed. */
export const LIMIT_STORE_TIMEOUT_MS = 500;
/** After so many calls in a row without an answer in time, the store is left alone. */
export const LIMIT_STORE_TIMEOUTS_MAX = 3;
/** For so long; then one call tries it again. */
export const LIMIT_STORE_REST_MS = 5_000;

/** How often a process that counts separately records that it does. */
export const COUNTING_NOTED_EVERY_MS = 15_000;
/** A process that recorded nothing for this long no longer counts: it has ended, or gets no requests. */
export const COUNTING_SEEN_MS = 60_000;
/** If processes count side by side for less than this, one is replacing the other. */
export const COUNTING_TOGETHER_MS_MIN = 30_000;
/** How often a process says so in its log. */
export const COUNTING_APART_SAID_EVERY_MS = 600_000;
