import { SIGN_IN_PROBLEMS_WRITTEN_MS } from "@/lib/identity/limits";
import { addSignInProblems, type SignInProblemCount } from "@/lib/identity/problems/store";
import type { ProviderId, SignInFailure } from "@/lib/identity/rules";
import { HOUR_MS } from "@/lib/platform/limits";
import { log } from "@/lib/platform/log";
import { processWide } from "@/lib/platform/process-wide";

/*
 * Failed sign-ins are counted in process first: anyone may cause them without an account, and a row that each of them
 * wrote would be a row that a flood of them waits for.
 */

type Unwritten = { counts: Map<string, SignInProblemCount>; timer: NodeJS.Timeout | undefined };

const unwritten = (): Unwritten =>
  processWide("sign-in-problems", () => ({ counts: new Map(), timer: undefined }));

function add(more: SignInProblemCount): void {
  const { counts } = unwritten();
  const key = `${more.provider} ${more.reason} ${more.hour.getTime()}`;
  const known = counts.get(key);
  const lastAt = known && known.lastAt > more.lastAt ? known.lastAt : more.lastAt;
  counts.set(key, { ...more, count: more.count + (known?.count ?? 0), lastAt });
}

/**
 * Counts a sign-in that failed, for operators: by provider and reason alone. What was counted is in the database 2 s
 * later; a process that is killed in between loses it.
 */
export function noteSignInProblem(provider: ProviderId, reason: SignInFailure, now: Date): void {
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  add({ provider, reason, hour, count: 1, lastAt: now });
  const state = unwritten();
  state.timer ??= setTimeout(writeSignInProblems, SIGN_IN_PROBLEMS_WRITTEN_MS).unref();
}

/** Writes down what was counted so far; what can't be written now is, with what comes next. Never throws. */
export async function writeSignInProblems(): Promise<void> {
  const state = unwritten();
  clearTimeout(state.timer);
  state.timer = undefined;
  const counts = [...state.counts.values()];
  state.counts.clear();
  if (counts.length === 0) return;
  await addSignInProblems(counts).catch((error: unknown) => {
    log.warn({ err: error }, "failed sign-ins could not be counted");
    for (const each of counts) add(each);
  });
}
