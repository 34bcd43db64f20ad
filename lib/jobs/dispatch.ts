import { after } from "next/server";
import { engine } from "@/lib/jobs/engine";
import { outboxUse } from "@/lib/jobs/enqueue";
import { sendOutbox } from "@/lib/jobs/outbox";
import { log } from "@/lib/platform/log";

async function sendAfterResponse(): Promise<void> {
  const send = () =>
    sendOutbox(new Date()).catch((error) => log.error({ err: error }, "the outbox could not be sent"));
  try {
    after(send);
  } catch {
    // Called without Next, where no response is waited for.
    await send();
  }
}

/**
 * Runs a request and, if it enqueued jobs for Inngest, sends them once it has been answered. Costs nothing under the
 * embedded engine, and never fails the request: what can't be sent waits for the sweep.
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
