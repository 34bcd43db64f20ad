import { setTimeout as pause } from "node:timers/promises";
import { compileRules } from "@/lib/tracker/redaction/rules";
import { api } from "@/lib/tracker-client/api";
import { ClientError } from "@/lib/tracker-client/client-error";
import { enrol, newAccount, type Person, signIn } from "@/lib/tracker-client/enrol";
import { Link } from "@/lib/tracker-client/link";
import { Queue } from "@/lib/tracker-client/queue";
import type { Instant } from "@/lib/tracker-client/recorder";
import { type Clock, record } from "@/lib/tracker-client/run";
import type { Rules } from "@/lib/tracker-client/sample";
import type { Source } from "@/lib/tracker-client/seen";
import { type Account, DEFAULTS, type Files, type Settings } from "@/lib/tracker-client/settings";

const ACCOUNT = "account.json";
const SETTINGS = "settings.json";

/** The clocks of the computer. */
const systemClock: Clock = {
  now: (): Instant => ({ wallMs: Date.now(), monoMs: performance.now() }),
  // Being woken is no failure.
  sleep: (ms, signal) => pause(ms, undefined, { signal }).catch(() => {}),
};

/** What somebody asked for. */
export type Wish = {
  /** The address of the API, as `apiBase` gives it; undefined for the one of last time. */
  base: string | undefined;
  provider: string | undefined;
  project: string | undefined;
  name: string;
  titles: boolean;
  /** To sign in although there is a token, and to enrol although there is a device. */
  signInAgain: boolean;
  enrolAgain: boolean;
};

/**
 * The account that this computer records for: the one of last time, or one that somebody signs in to now.
 * @throws ClientError with what to do
 */
async function openAccount(files: Files, wish: Wish, person: Person): Promise<Account> {
  const known = files.read<Account>(ACCOUNT);
  const base = wish.base ?? known?.base;
  if (base === undefined) throw new ClientError("Say which service, with --server https://…");
  if (known && known.base !== base) {
    throw new ClientError(
      `This computer records for ${known.base}. For another service, give another folder with --data.`,
    );
  }
  let account = known;
  if (!account || wish.signInAgain) {
    const token = await signIn(api(base), base, wish.provider, person);
    account = account ? { ...account, token } : newAccount(base, token);
    files.write(ACCOUNT, account);
  }
  if (account.workspaceId === null || wish.enrolAgain || wish.project !== undefined) {
    account = await enrol(api(base, account.token), account, wish, person);
    files.write(ACCOUNT, account);
    person.say(`This computer records for the project ${account.project}.`);
  }
  return account;
}

function rulesOf(titles: boolean): (settings: Settings) => Rules {
  return ({ rules }) => ({ extra: compileRules(rules), titles });
}

/**
 * Records and sends until it is stopped.
 * @throws ClientError where only a person can help; what was not sent is kept
 */
export async function track(
  files: Files,
  source: Source,
  wish: Wish,
  person: Person,
  stopping: AbortSignal,
  clock = systemClock,
): Promise<void> {
  const unlock = files.lock();
  try {
    const account = await openAccount(files, wish, person);
    const queue = new Queue(`${files.folder}/queue`);
    const stored = files.read<Settings>(SETTINGS);
    const link = new Link({
      api: api(account.base, account.token),
      account,
      queue,
      settings: { ...DEFAULTS, ...stored },
      rulesOf: rulesOf(wish.titles),
      keep: (settings) => files.write(SETTINGS, settings),
      say: person.say,
      now: clock.now,
    });
    const ended = new AbortController();
    const until = AbortSignal.any([stopping, ended.signal]);
    let wake = new AbortController();
    // Nothing is recorded before it is known what to leave out.
    do {
      const waitMs = await link.step();
      if (!link.hasAsked && stored === null) await clock.sleep(waitMs, until);
    } while (!link.hasAsked && stored === null && !until.aborted);
    person.say(
      `Recording from ${source.name} for ${account.project}, a sample every ${link.settings.config.sample_interval_s} s. Stop with Ctrl+C.`,
    );
    const talking = (async () => {
      while (!until.aborted) {
        const waitMs = await link.step();
        wake = new AbortController();
        await clock.sleep(waitMs, AbortSignal.any([until, wake.signal]));
      }
    })().finally(() => ended.abort());
    const recording = record({
      source,
      clock,
      stopping: until,
      way: () => ({ settings: link.settings, rules: link.rulesInForce, offsetS: link.offsetS }),
      onGap() {
        link.askSoon();
        wake.abort();
      },
      take: (events, readTo) => queue.append(events, readTo),
      marks: queue,
      say: person.say,
    }).finally(() => ended.abort());
    const ends = await Promise.allSettled([talking, recording]);
    const failed = ends.find((end) => end.status === "rejected");
    if (failed) throw failed.reason;
  } finally {
    source.close();
    unlock();
  }
}

/** Prints what would be sent, and sends nothing: nobody is asked, and nothing is kept. */
export async function dryRun(
  files: Files,
  source: Source,
  { titles }: Wish,
  { say }: Person,
  print: (json: string) => void,
  stopping: AbortSignal,
  clock = systemClock,
): Promise<void> {
  const stored = files.read<Settings>(SETTINGS);
  const settings = { ...DEFAULTS, ...stored };
  const { sample_interval_s: intervalS } = settings.config;
  say(
    `Dry run: this is what would leave the computer, from ${source.name}, a sample every ${intervalS} s. Nothing is sent. Stop with Ctrl+C.`,
  );
  if (stored === null)
    say("You are not signed in, so rules of yours and of your workspace are not applied yet.");
  if (settings.config.paused) say("Recording is paused, so there is nothing to show.");
  const rules = rulesOf(titles)(settings);
  const marks = { seq: 0, readTo: Math.floor(clock.now().wallMs / 1_000) - DRY_RUN_S };
  try {
    await record({
      source,
      clock,
      stopping,
      way: () => ({ settings, rules, offsetS: 0 }),
      onGap() {},
      take(events) {
        for (const event of events) print(JSON.stringify(event));
        marks.seq += events.length;
      },
      marks,
      say,
    });
  } finally {
    source.close();
  }
}

/** How far back a dry run shows what another program recorded. */
const DRY_RUN_S = 900;
