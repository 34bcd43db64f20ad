import { type EventData, timed } from "@/lib/jobs/inngest-events";
import { OUTBOX_BATCH_ROWS, OUTBOX_CLAIM_MS, OUTBOX_PAUSE_MS } from "@/lib/jobs/limits";
import { claimOutboxRows, deleteOutboxRows, type OutboxRow, returnOutboxRows } from "@/lib/jobs/store";
import { log } from "@/lib/platform/log";
import { processWide } from "@/lib/platform/process-wide";

/*
 * From the outbox to Inngest. A row is claimed, sent and deleted in three short statements, so that no lock is held
 * during the network call. If the sender dies in between, the row is sent again under the same event id.
 */

/** Shared by the whole process: if one caller can't reach Inngest, the others need not try. */
const pause = processWide("outbox-pause", () => ({ untilMs: 0 }));

function eventOf({ id, name, payload, run_at, created_at }: OutboxRow) {
  const { event_id, ...data } = payload as EventData;
  // Jobs with a dedupe key are delayed by debouncing or collecting, and a time would interfere with that.
  const isDelayed = data.dedupe_key === null && run_at > created_at;
  return {
    // Inngest drops an event whose id it has seen before. The id includes the time, because ids start over in a new
    // database.
    id: [event_id ?? name, id, created_at.getTime()].join("-"),
    name,
    ...(isDelayed ? timed(run_at, data, new Date()) : { data }),
  };
}

/**
 * Sends everything in the outbox, in batches. If Inngest can't be reached, the rows stay for the next caller and
 * nothing is thrown.
 * @returns how many were sent
 */
export async function sendOutbox(now: Date): Promise<number> {
  let sent = 0;
  if (now.getTime() < pause.untilMs) return sent;
  for (;;) {
    const claimedUntil = new Date(now.getTime() + OUTBOX_CLAIM_MS);
    const rows = await claimOutboxRows(now, claimedUntil, OUTBOX_BATCH_ROWS);
    if (rows.length === 0) return sent;
    const ids = rows.map((row) => row.id);
    try {
      // Loaded on first use: every route and the worker import this file, and most installations have no Inngest.
      const { inngestClient } = await import("@/lib/jobs/inngest-client");
      await inngestClient().send(rows.map(eventOf));
    } catch (error) {
      log.warn({ err: error, rows: rows.length }, "jobs could not be sent to Inngest and wait in the outbox");
      pause.untilMs = now.getTime() + OUTBOX_PAUSE_MS;
      await returnOutboxRows(ids);
      return sent;
    }
    pause.untilMs = 0;
    await deleteOutboxRows(ids);
    sent += rows.length;
    if (rows.length < OUTBOX_BATCH_ROWS) return sent;
  }
}
