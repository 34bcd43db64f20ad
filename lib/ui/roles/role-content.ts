import type { PermissionSlug } from "@/lib/access/catalog";
import type { Role } from "@/lib/access/roles/schema";
import type { Issue } from "@/lib/ui/api/client";
import { rebased } from "@/lib/ui/api/rebased";
import { clashText } from "@/lib/ui/kit/words/clash";

/** What is edited of a role. */
export type Content = Pick<Role, "name" | "description" | "priority" | "permissions">;

/** What is edited of a role. */
export const contentOf = ({ name, description, priority, permissions }: Role): Content => ({
  name,
  description,
  priority,
  permissions,
});

/** The fields of a role that differ, with their new values; empty if nothing does. */
export function changeOf(before: Content, after: Content): Partial<Content> {
  const isSame = {
    name: before.name === after.name.trim(),
    description: before.description === after.description.trim(),
    priority: before.priority === after.priority,
    permissions:
      before.permissions.length === after.permissions.length &&
      before.permissions.every((slug) => after.permissions.includes(slug)),
  };
  return {
    ...(isSame.name ? {} : { name: after.name.trim() }),
    ...(isSame.description ? {} : { description: after.description.trim() }),
    ...(isSame.priority ? {} : { priority: after.priority }),
    ...(isSame.permissions ? {} : { permissions: after.permissions }),
  };
}

/** Of what two people change at once, what can't stay as both want it. */
export function clashesOf(mine: Content, from: Content, now: Content): Issue[] {
  const change = changeOf(from, mine);
  return (["name", "description", "priority"] as const).flatMap((path) => {
    const wanted = change[path];
    if (wanted === undefined || now[path] === from[path] || now[path] === wanted) return [];
    return [{ path, message: clashText(now[path]) }];
  });
}

/** As `rebased`, with each permission by itself. */
export function rebasedContent(content: Content, from: Content, onto: Content): Content {
  const granted = ({ permissions }: Content) => Object.fromEntries(permissions.map((slug) => [slug, true]));
  return {
    ...rebased(content, from, onto),
    permissions: Object.keys(rebased(granted(content), granted(from), granted(onto))) as PermissionSlug[],
  };
}
