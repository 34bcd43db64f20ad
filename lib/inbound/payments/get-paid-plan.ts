import { findPaidPlan } from "@/lib/inbound/payments/store";
import type { Db } from "@/lib/platform/database";

/** The id of the largest plan that a workspace pays for now; null where it pays for none. */
export function getPaidPlan(tx: Db, workspaceId: string): Promise<string | null> {
  return findPaidPlan(tx, workspaceId);
}
