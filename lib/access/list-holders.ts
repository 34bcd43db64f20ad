import type { PermissionSlug } from "@/lib/access/catalog";
import { decide } from "@/lib/access/rules";
import { listMemberships } from "@/lib/access/store";
import type { Db } from "@/lib/platform/database";

/**
 * The active members of a workspace who have a permission, decided as for their own requests; nobody if the workspace
 * is switched off. For jobs that notify them.
 * @returns developer ids
 */
export async function listHolders(
  tx: Db,
  workspaceId: string,
  permission: PermissionSlug,
): Promise<string[]> {
  const members = await listMemberships(tx, workspaceId);
  return members.filter(({ membership }) => decide(membership).has(permission)).map(({ id }) => id);
}

/** Who answers for something that runs by itself: its owner; where there is none any more, all who may manage it. */
export async function listAnswerable(
  tx: Db,
  workspaceId: string,
  ownerId: string | null,
  permission: PermissionSlug,
): Promise<string[]> {
  return ownerId === null ? listHolders(tx, workspaceId, permission) : [ownerId];
}
