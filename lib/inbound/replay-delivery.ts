import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { processDeliveryJob } from "@/lib/inbound/jobs";
import { presentDelivery } from "@/lib/inbound/present";
import type { ReceivedDelivery } from "@/lib/inbound/schema";
import { findDelivery, lockDelivery, markPending } from "@/lib/inbound/store";
import { enqueue } from "@/lib/jobs/enqueue";
import { transaction } from "@/lib/platform/database";

/**
 * Lets a delivery be handled once more, from its stored body. Handling it again changes nothing that is as it says
 * already, so a replay is safe whatever became of the first time.
 * @throws AppError not_found, conflict for one that was ignored or whose body is erased
 */
export async function replayDelivery(
  scope: WorkspaceScope,
  id: string,
  now: Date,
): Promise<ReceivedDelivery> {
  return transaction(async (tx) => {
    const row = orNotFound(await findDelivery(tx, scope, id), "Delivery");
    const locked = orNotFound(await lockDelivery(tx, row.id), "Delivery");
    if (locked.status === "ignored")
      throw new AppError("conflict", "An ignored delivery has nothing to replay");
    if (!locked.hasBody) throw new AppError("conflict", "The body of this delivery has been erased");
    const payload = { delivery_id: row.id, provider: row.provider, external_id: row.externalId };
    await enqueue(tx, processDeliveryJob, payload, now);
    const target = { type: "inbound_delivery", id };
    const after = { provider: row.provider, event: row.event };
    await recordAudit(tx, scope, { action: "inbound_delivery.replayed", target, after }, now);
    return presentDelivery(await markPending(tx, id, now));
  });
}
