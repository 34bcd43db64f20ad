/**
 * Time is summed by quarters of an hour: every time zone's offset is a multiple of one, so days consist of whole
 * buckets.
 */
export const BUCKET_S = 900;
/** Input events per minute from which somebody counts as working there, rather than just moving the mouse. */
export const INPUT_PER_MINUTE_MIN = 6;
/** How likely each kind of evidence for a project is to be right on its own. */
export const SIGNAL_WEIGHTS = {
  /** The address of an issue tracker's page contains a task's key. */
  issue_url: 0.9,
  /** The address is a task's page in this console. */
  task_page: 0.9,
  /** A rule that people wrote names the project. */
  own_rule: 0.9,
  workspace_rule: 0.9,
  /** The page is an issue or pull request of an adopted repository that is linked to a task. */
  linked_page: 0.9,
  /** The branch contains a task's key. */
  branch: 0.85,
  /** The page is any other issue or pull request of an adopted repository that belongs to a project. */
  code_page: 0.6,
  /** The remote is an adopted repository that belongs to a project. */
  repository: 0.6,
  /** Shortly before or after, the person committed, or opened or merged a pull request of theirs. */
  own_work: 0.6,
  /** The title of the window or page contains a task's key. */
  title: 0.45,
  /** The device was surely at it a while before; this is the weight right after, and it fades. */
  carried: 0.3,
  /** The device was bound to the project. */
  device: 0.25,
} as const;
/** How close to a person's own commit or pull request time must be to count as evidence, in seconds. */
export const OWN_WORK_S = 1_800;
/** What a device was surely at speaks for what it is at next: half as much after each so many seconds, until it ends. */
export const CARRIED_HALVES_S = 300;
export const CARRIED_ENDS_S = 900;
/**
 * How many of an adopted repository's latest commits, issues and pull requests decide which project it belongs to: the
 * one whose tasks they name most often.
 */
export const REPOSITORY_LINKS_READ_MAX = 50;
export const REPOSITORY_SHARE_MIN = 0.8;
/**
 * Evidence below the first threshold is ignored; from there on it suggests a project; from the second on it moves time.
 */
export const SUGGESTED_FROM_CONFIDENCE = 0.4;
export const MOVED_FROM_CONFIDENCE = 0.7;

/** How long the job waits after a batch, so that it derives batches that follow closely in the same run. */
export const ENRICH_DELAY_MS = 2_000;
/** How long the job waits before it retries buckets that changed while it derived them. */
export const ENRICH_RETRY_MS = 1_000;
/** Dirty buckets of a workspace listed at a time: half newest, half oldest. */
export const BUCKETS_PER_LISTING_MAX = 128;
/** Listed buckets are derived in rounds of about this many samples, so that the event loop isn't blocked for long. */
export const SAMPLES_PER_ROUND_MAX = 1_500;
/** How long enrichment pauses after a round, as a multiple of the processor time that the round took. */
export const REST_PER_ROUND = 5;
/** The same once the oldest bucket has waited so long that catching up has priority. */
export const REST_PER_LATE_ROUND = 1;
export const LATE_AFTER_MS = 30_000;
/** Samples of one device that count in one bucket: two per second. */
export const SAMPLES_PER_DEVICE_AND_BUCKET_MAX = 1_800;
/** Samples read per bucket, over all devices: ten devices' worth of those that count. */
export const SAMPLES_PER_BUCKET_MAX = 18_000;
/**
 * The turn that the waiting shards of a workspace share before the next workspace's turn. Each does at least one round.
 */
export const ENRICH_TURN_MS = 2_000;
/**
 * A workspace's developers are spread over this many jobs, by the last digit of their ids, so that several workers can
 * share one large workspace.
 */
export const ENRICH_SHARDS = 16;
/**
 * How often, at most, the job derives a quarter of an hour that is still running: each upload changes it, and when its
 * person looks, it is derived at once anyway.
 */
export const OPEN_DERIVED_EVERY_S = 300;
/** How long that look waits; what takes longer shows in the next one. */
export const OPEN_DERIVED_MS_MAX = 200;
/** Open quarters of an hour that one look derives: the current one, and the next if a device's clock is ahead. */
export const OPEN_BUCKETS_MAX = 2;
/** Age from which the sweep assumes that a dirty bucket's job was lost. */
export const SWEEP_AFTER_MS = 60_000;
/** Jobs that one sweep adds, for the shards that have waited longest. */
export const SWEEP_JOBS_MAX = 500;
/** Rows of hourly sums, from before there were quarters, that one sweep marks to be derived again. */
export const OLD_ROWS_PER_SWEEP_MAX = 2_000;

/** How many characters of a client's texts are read: what matters comes at their beginning. */
export const TITLE_CHARS_READ_MAX = 300;
export const URL_CHARS_READ_MAX = 2_048;
export const PATH_CHARS_READ_MAX = 1_024;
/** Of a host the end, which says whose it is; a name has no more (RFC 1035, 2.3.4). */
export const HOST_CHARS_READ_MAX = 254;

/**
 * How large a title pattern may be with its repetitions written out: 200 characters without any fit. Each title takes up
 * to a few milliseconds then, and half a second with repetitions as large as the syntax allows.
 */
export const TITLE_PATTERN_SIZE_MAX = 300;

/** Raise this whenever the built-in rules change what they decide. */
export const BUILT_IN_VERSION = 19;
/** Rule sets of workspaces and people that a process caches. */
export const RULE_LAYERS_KEPT_MAX = 200;

/** The longest stretch of time that one correction may cover. */
export const CORRECTION_DAYS_MAX = 31;

/** The longest range of one query for activity, and of one by the hour. */
export const ACTIVITY_DAYS_MAX = 400;
export const ACTIVITY_HOURLY_DAYS_MAX = 92;
/** How many characters of the names of apps and repositories are kept in sums. */
export const SUMMED_NAME_CHARS_MAX = 200;

/** How many identified program names a process caches, and how long they may be for that, in characters. */
export const IDENTITIES_KEPT_MAX = 10_000;
export const IDENTITY_CHARS_KEPT_MAX = 400;
/** How many characters of a program's name are read, and how many parts the longest family has. */
export const PROGRAM_CHARS_READ_MAX = 100;
export const FAMILY_PARTS_MAX = 5;
