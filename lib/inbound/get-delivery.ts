import type { WorkspaceScope } from "@/lib/access/authorise";
import { orNotFound } from "@/lib/http/app-error";
import { BODY_SHOWN_BYTES_MAX } from "@/lib/inbound/limits";
import { presentDeliveryDetail } from "@/lib/inbound/present";
import type { ReceivedDeliveryDetail } from "@/lib/inbound/schema";
import { findDelivery, readBody } from "@/lib/inbound/store";
import { db } from "@/lib/platform/database";

/**
 * A received delivery that concerns the workspace. One that concerns others too, beyond what each may know, shows no
 * body.
 * @throws AppError not_found
 */
export async function getDelivery(scope: WorkspaceScope, id: string): Promise<ReceivedDeliveryDetail> {
  const row = orNotFound(await findDelivery(db(), scope, id), "Delivery");
  return presentDeliveryDetail(row, await readBody(scope, id, BODY_SHOWN_BYTES_MAX));
}
