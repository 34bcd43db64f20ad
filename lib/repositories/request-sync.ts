import type { WorkspaceScope } from "@/lib/access/authorise";
import { orNotFound } from "@/lib/http/app-error";
import { enqueue } from "@/lib/jobs/enqueue";
import { transaction } from "@/lib/platform/database";
import { syncRepositoryJob } from "@/lib/repositories/jobs";
import { presentRepository } from "@/lib/repositories/present";
import type { Repository } from "@/lib/repositories/schema";
import { lockRepository, updateRepositoryRow } from "@/lib/repositories/store";

/**
 * Asks for a sync now instead of within the hour. Any number of requests make one sync, and one that waits for the code
 * host's rate limit goes on waiting.
 * @throws AppError not_found
 */
export async function requestSync(scope: WorkspaceScope, id: string, now: Date): Promise<Repository> {
  return transaction(async (tx) => {
    const row = orNotFound(await lockRepository(tx, scope, id), "Repository");
    await enqueue(tx, syncRepositoryJob, { repository_id: id }, now);
    if (row.syncStatus === "syncing") return presentRepository(row);
    return presentRepository(
      await updateRepositoryRow(tx, scope, id, { syncStatus: "pending", lastError: null }),
    );
  });
}
