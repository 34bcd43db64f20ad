import { z } from "zod";
import { defineJob, defineScheduledJob } from "@/lib/jobs/define-job";
import { enqueueAll } from "@/lib/jobs/enqueue";
import { rest } from "@/lib/jobs/rest";
import { takeTurn } from "@/lib/jobs/take-turn";
import { transaction } from "@/lib/platform/database";
import { listNeglected, takeLeftEvents } from "@/lib/webhooks/fan-out/store";
import { FAN_OUT_EVENTS, FAN_OUT_JOBS_MAX, FAN_OUT_TURN_MS, LEFT_EVENTS_MS_MAX } from "@/lib/webhooks/limits";
import { writeDeliveries } from "@/lib/webhooks/write-deliveries";

/**
 * Writes the deliveries of a few stored events, in the transaction that takes them.
 * @returns whether there may be more
 */
async function writeSome(workspaceId: string, now: Date): Promise<boolean> {
  return transaction(async (tx) => {
    const events = await takeLeftEvents(tx, workspaceId, FAN_OUT_EVENTS);
    if (events.length > 0) await writeDeliveries(tx, events, FAN_OUT_JOBS_MAX, now);
    return events.length === FAN_OUT_EVENTS;
  });
}

/**
 * Writes the deliveries of a workspace's stored events, a few events at a time. After each step it rests for as long as
 * the step took, if others want the processor: the database's time is shared, and nobody waits for these.
 */
export const fanOut = defineJob({
  name: "webhooks.fan-out",
  payload: z.object({ workspace_id: z.uuid() }),
  workspace: ({ workspace_id }) => workspace_id,
  dedupeKey: ({ workspace_id }) => workspace_id,
  handler: ({ workspace_id }, { now }) =>
    takeTurn(now, FAN_OUT_TURN_MS, async (at) => {
      const began = performance.now();
      const isMore = await writeSome(workspace_id, at);
      if (isMore) await rest(performance.now() - began);
      return isMore;
    }),
});

/** Adds jobs again for stored events that lost theirs. */
export const sweepLeftEvents = defineScheduledJob({
  name: "webhooks.sweep-left-events",
  schedule: "* * * * *",
  run: async (now) => {
    const neglected = await listNeglected(new Date(now.getTime() - LEFT_EVENTS_MS_MAX));
    const payloads = neglected.map((workspace_id) => ({ workspace_id }));
    await transaction((tx) => enqueueAll(tx, fanOut, payloads, now));
  },
});
