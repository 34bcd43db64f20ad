import type { PermissionSlug } from "@/lib/access/catalog";
import { findPermissions } from "@/lib/access/store";
import type { Db } from "@/lib/platform/database";
import type { Webhook } from "@/lib/platform/rows";
import { EVENT_PERMISSIONS } from "@/lib/webhooks/authority/rules";

/** The member in whose name a webhook sends, and which of the permissions that events need they have now. */
export type Owner = { id: string; name: string; permissions: ReadonlySet<PermissionSlug> };

/** Who owns a webhook: the member who took it over, otherwise the one who created it; null once they are erased. */
export function ownerIdOf({ ownerId, createdById }: Pick<Webhook, "ownerId" | "createdById">): string | null {
  return ownerId ?? createdById;
}

/** The owners of webhooks of one workspace, by webhook, in one query; none for those whose owners are erased. */
export async function findOwners(
  tx: Db,
  webhooks: readonly Pick<Webhook, "id" | "workspaceId" | "ownerId" | "createdById">[],
): Promise<Map<string, Owner>> {
  const ids = new Set(webhooks.flatMap((webhook) => ownerIdOf(webhook) ?? []));
  const found = await findPermissions(tx, webhooks[0]?.workspaceId ?? "", [...ids], EVENT_PERMISSIONS);
  return new Map(
    webhooks.flatMap((webhook) => {
      const id = ownerIdOf(webhook);
      const owner = id === null ? undefined : found.get(id);
      return id === null || owner === undefined ? [] : [[webhook.id, { id, ...owner }] as const];
    }),
  );
}
