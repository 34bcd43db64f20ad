import { z } from "zod";
import { SETTLING_MS_MAX } from "@/lib/crm/attributes/limits";
import { retitleRecords } from "@/lib/crm/attributes/retitle-records";
import { settleRemovedOptions } from "@/lib/crm/attributes/settle-removed-options";
import { AppError } from "@/lib/http/app-error";
import { findDeveloper } from "@/lib/identity/store";
import { defineJob } from "@/lib/jobs/define-job";
import { type Db, transaction } from "@/lib/platform/database";

/**
 * Does batches of what an object's records need, each in a transaction, until there is no more or others are to have
 * their turn.
 * @returns whether there may be more
 */
async function inTurns(batch: (tx: Db) => Promise<boolean>): Promise<boolean> {
  const endsAt = performance.now() + SETTLING_MS_MAX;
  const next = () =>
    transaction(batch).catch((error: unknown) => {
      // The object was deleted meanwhile, and its records with it.
      if (error instanceof AppError && error.code === "not_found") return false;
      throw error;
    });
  while (await next()) if (performance.now() > endsAt) return true;
  return false;
}

/** Goes on calling an object's records what its attributes call them now. */
export const retitleRecordsJob = defineJob({
  name: "crm.retitle-records",
  payload: z.object({ workspaceId: z.uuid(), object: z.string() }),
  concurrency: { key: ({ workspaceId }) => workspaceId, limit: 1 },
  workspace: ({ workspaceId }) => workspaceId,
  handler: async (retitling, { now }) => {
    let last: string | null = null;
    const isMore = await inTurns(async (tx) => {
      last = await retitleRecords(tx, retitling, last, now);
      return last !== null;
    });
    // From the first again: there is little to do to those that are called so already.
    return isMore ? { againAt: now } : undefined;
  },
});

/**
 * Goes on with the records that have removed options, batch by batch: what a killed run has done stays done, and the
 * next one finds the rest by the index.
 */
export const settleRemovedOptionsJob = defineJob({
  name: "crm.settle-removed-options",
  payload: z.object({
    workspaceId: z.uuid(),
    developerId: z.uuid(),
    object: z.string(),
    attribute: z.string(),
    decisions: z.record(z.string(), z.union([z.object({ move_to: z.string() }), z.enum(["clear", "keep"])])),
  }),
  concurrency: { key: ({ workspaceId }) => workspaceId, limit: 1 },
  workspace: ({ workspaceId }) => workspaceId,
  async handler({ workspaceId, developerId, ...settling }, { now }) {
    // Whoever decided so may have erased their account since.
    const by = (await findDeveloper(developerId))?.id ?? null;
    const actor = { kind: "developer", developerId: by, causeId: null } as const;
    const writer = { workspaceId, actor, causeRunId: null };
    const isMore = await inTurns((tx) => settleRemovedOptions(tx, writer, settling, now));
    return isMore ? { againAt: now } : undefined;
  },
});
