import type { PermissionSlug } from "@/lib/access/catalog";
import { findPermissions } from "@/lib/access/store";
import type { Db } from "@/lib/platform/database";
import { nameKey } from "@/lib/platform/name-key";
import { MENTIONED_MAX } from "@/lib/workspaces/limits";
import { mentionedNames } from "@/lib/workspaces/members/rules";
import { listNamedIn } from "@/lib/workspaces/members/store";

/**
 * The members of a workspace whom a text mentions as `@` and their name, who hold a permission: nobody hears of what they
 * may not see. Who stood in the text before is not among them, nor is who wrote it.
 */
export async function findMentioned(
  tx: Db,
  workspaceId: string,
  { text, before = "", authorId }: { text: string; before?: string; authorId: string },
  permission: PermissionSlug,
): Promise<string[]> {
  if (!text.includes("@")) return [];
  const members = await listNamedIn(tx, workspaceId, `${text}\n${before}`);
  const names = members.map(({ name }) => name);
  const [mentioned, earlier] = [mentionedNames(text, names), mentionedNames(before, names)];
  const named = members.filter(
    ({ id, name }) => id !== authorId && mentioned.has(nameKey(name)) && !earlier.has(nameKey(name)),
  );
  const ids = named.slice(0, MENTIONED_MAX).map(({ id }) => id);
  const held = await findPermissions(tx, workspaceId, ids, [permission]);
  return ids.filter((id) => held.get(id)?.permissions.has(permission));
}
