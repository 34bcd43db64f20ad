import { z } from "zod";
import { SETTLING_MS_MAX } from "@/lib/crm/attributes/limits";
import { settleRemovedOptions } from "@/lib/crm/attributes/settle-removed-options";
import { AppError } from "@/lib/http/app-error";
import { findDeveloper } from "@/lib/identity/store";
import { defineJob } from "@/lib/jobs/define-job";
import { transaction } from "@/lib/platform/database";

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
    const endsAt = performance.now() + SETTLING_MS_MAX;
    const settle = () =>
      transaction((tx) => settleRemovedOptions(tx, writer, settling, now)).catch((error: unknown) => {
        // The object was deleted meanwhile, and its records with it.
        if (error instanceof AppError && error.code === "not_found") return false;
        throw error;
      });
    while (await settle()) {
      if (performance.now() > endsAt) return { againAt: now };
    }
    return undefined;
  },
});
