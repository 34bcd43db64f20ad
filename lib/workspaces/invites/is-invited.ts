import type { Db } from "@/lib/platform/database";
import { countOpenInvitesTo } from "@/lib/workspaces/invites/store";

/** Whether an address has an invite to any workspace that it can accept now. */
export async function isInvited(tx: Db, email: string, now: Date): Promise<boolean> {
  return (await countOpenInvitesTo(tx, email, now)) > 0;
}
