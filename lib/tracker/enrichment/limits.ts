/** What time is added up by: every zone is off from UTC by whole quarters of an hour, so that days are made of them. */
export const BUCKET_S = 900;
/** Input events in a minute from which somebody is at work there, and does not just move the mouse. */
export const INPUT_PER_MINUTE_MIN = 6;
/** How likely each piece of evidence for a project is to be right by itself. */
export const SIGNAL_WEIGHTS = {
  /** The address of an issue tracker's page has a task's key in it. */
  issue_url: 0.9,
  /** It is a task's page of this console. */
  task_page: 0.9,
  /** A rule that people wrote names the project. */
  own_rule: 0.9,
  workspace_rule: 0.9,
  /** It is an issue or a pull request of an adopted repository which is linked to a task. */
  linked_page: 0.9,
  /** The branch has a task's key in it. */
  branch: 0.85,
  /** It is any other issue or pull request of an adopted repository, which is taken for a project. */
  code_page: 0.6,
  /** The remote is an adopted repository's, which is taken for a project. */
  repository: 0.6,
  /** Its person committed, or opened or merged a pull request of theirs, close to it. */
  own_work: 0.6,
  /** The title of the window or the page has a task's key in it. */
  title: 0.45,
  /** The device was bound to the project. */
  device: 0.25,
} as const;
/** How close a person's own commit or pull request is to time that it speaks for. */
export const OWN_WORK_S = 1_800;
/** What an adopted repository is taken for: the project of most tasks that its last commits, issues and pull requests name. */
export const REPOSITORY_LINKS_READ_MAX = 50;
export const REPOSITORY_SHARE_MIN = 0.8;
/** Below the first, evidence moves nothing; below the second it is suggested; from there on it moves time. */
export const SUGGESTED_FROM_CONFIDENCE = 0.4;
export const MOVED_FROM_CONFIDENCE = 0.7;

/** How long the job waits after a batch, so that the batches that follow at once are derived with it. */
export const ENRICH_DELAY_MS = 2_000;
/** How long the job waits before it tries again buckets that every batch so far changed under its hands. */
export const ENRICH_RETRY_MS = 1_000;
/** Dirty buckets of a workspace that are listed at a time: half newest, half oldest. */
export const BUCKETS_PER_LISTING_MAX = 128;
/** Listed buckets are derived in rounds of about this many samples, so that the event loop is never held for long. */
export const SAMPLES_PER_ROUND_MAX = 1_500;
/** How long enriching rests after a round, in times of the processor time that the round took. */
export const REST_PER_ROUND = 5;
/** The same where the oldest bucket waits so long that catching up comes first. */
export const REST_PER_LATE_ROUND = 1;
export const LATE_AFTER_MS = 30_000;
/** Samples of one device that count in one bucket: two a second. */
export const SAMPLES_PER_DEVICE_AND_BUCKET_MAX = 1_800;
/** Samples of a bucket that are looked at, over all devices: ten that send as many as count. */
export const SAMPLES_PER_BUCKET_MAX = 18_000;
/**
 * How long the shards of a workspace that wait take together before the next workspace's turn: each has its part, of
 * which a round is the least.
 */
export const ENRICH_TURN_MS = 2_000;
/**
 * A workspace's developers are spread over so many jobs, one for each last digit of their ids, so that several workers
 * may help with one big project.
 */
export const ENRICH_SHARDS = 16;
/**
 * A quarter of an hour that still runs is derived by the job at most this often: each upload changes it, and its person's
 * own look derives it at once.
 */
export const OPEN_DERIVED_EVERY_S = 300;
/** How long a look waits for that; what takes longer is seen by the next one. */
export const OPEN_DERIVED_MS_MAX = 200;
/** Such quarters that one look derives: the one of now, and what a clock that is ahead sent of the next. */
export const OPEN_BUCKETS_MAX = 2;
/** Age from which a dirty bucket counts as forgotten by its job. */
export const SWEEP_AFTER_MS = 60_000;
/** Jobs that one sweep adds, for those that wait longest. */
export const SWEEP_JOBS_MAX = 500;
/** Rows of hours from before there were quarters that one sweep takes to be derived again. */
export const OLD_ROWS_PER_SWEEP_MAX = 2_000;

/** How much is read of the texts that a client sent, in characters: what decides stands at their beginning. */
export const TITLE_CHARS_READ_MAX = 300;
export const URL_CHARS_READ_MAX = 2_048;
export const PATH_CHARS_READ_MAX = 1_024;

/** To be raised whenever the service's own rules change what they say. */
export const BUILT_IN_VERSION = 2;
/** Rules of workspaces and people that a process keeps ready. */
export const RULE_LAYERS_KEPT_MAX = 200;

/** The longest stretch of time that one correction says something of. */
export const CORRECTION_DAYS_MAX = 31;

/** The longest range of one question for activity; of one by the hour. */
export const ACTIVITY_DAYS_MAX = 400;
export const ACTIVITY_HOURLY_DAYS_MAX = 92;
/** How much of the names of apps and repositories is kept in sums, in characters. */
export const SUMMED_NAME_CHARS_MAX = 200;

/** Programs' names whose meaning a process keeps, and how long they may be for that, in characters. */
export const IDENTITIES_KEPT_MAX = 10_000;
export const IDENTITY_CHARS_KEPT_MAX = 400;
/** How much of a program's name is read, and of how many parts the longest family's is. */
export const PROGRAM_CHARS_READ_MAX = 100;
export const FAMILY_PARTS_MAX = 5;
