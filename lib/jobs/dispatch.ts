import { after } from "next/server";
import { engine } from "@/lib/jobs/engine";
import { outboxUse } from "@/lib/jobs/enqueue";
import { OUTBOX_LOOK_MS } from "@/lib/jobs/limits";
import { sendOutbox } from "@/lib/jobs/outbox";
import { log } from "@/lib/platform/log";
import { processWide } from "@/lib/platform/process-wide";

const sender = processWide("outbox-sender", () => ({
  isAsked: false,
  running: null as Promise<void> | null,
}));

async function sendWhileAsked(): Promise<void> {
  try {
    while (sender.isAsked) {
      sender.isAsked = false;
      await sendOutbox(new Date());
    }
  } catch (error) {
    log.error({ err: error }, "the outbox could not be sent");
  } finally {
    sender.running = null;
  }
}

/** Sends everything in the outbox. Callers that arrive while a send is in progress share the next one. */
function send(): Promise<void> {
  sender.isAsked = true;
  sender.running ??= sendWhileAsked();
  return sender.running;
}

async function sendAfterResponse(): Promise<void> {
  try {
    after(send);
  } catch {
    // Called outside Next, where there is no response to wait for.
    await send();
  }
}

/**
 * Runs a request and, if it enqueued jobs for Inngest, sends them after the response. Costs nothing with the embedded
 * engine and never fails the request: jobs that can't be sent wait for the sweep.
 */
export async function dispatchingEnqueued<T>(work: () => Promise<T>): Promise<T> {
  if (engine() === "embedded") return work();
  const request = { hasEnqueued: false };
  try {
    return await outboxUse.run(request, work);
  } finally {
    if (request.hasEnqueued) await sendAfterResponse();
  }
}

/** The same for a run of Inngest, which may take long: jobs it enqueues are sent while it runs and before it ends. */
export async function sendingEnqueued<T>(work: () => Promise<T>): Promise<T> {
  const run = { hasEnqueued: false };
  const looking = setInterval(() => run.hasEnqueued && send(), OUTBOX_LOOK_MS);
  try {
    return await outboxUse.run(run, work);
  } finally {
    clearInterval(looking);
    if (run.hasEnqueued) await send();
  }
}
