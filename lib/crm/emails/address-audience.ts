import { mailedWorkspaces } from "@/lib/crm/emails/store";
import type { Prisma } from "@/lib/platform/database";

/** A query for the workspaces that have a record with one of these addresses, as `workspace_id`. */
export function addressAudience(addresses: readonly string[]): Prisma.Sql {
  return mailedWorkspaces(addresses);
}
