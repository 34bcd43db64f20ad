import { useMemo } from "react";
import { APPS, CATALOG, type PermissionSlug } from "@/lib/access/catalog";
import { type Authority, beyondAuthority, standsAbove } from "@/lib/access/rules";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import type { Role } from "@/lib/ui/roles/queries";

export type Permission = (typeof CATALOG)[number];
export type Category = {
  slug: Permission["category"];
  name: string;
  app: string | null;
  permissions: Permission[];
};

const NAMES: Partial<Record<Permission["category"], string>> = { crm: "CRM", audit: "Audit log" };

function nameOf(category: Permission["category"]): string {
  return NAMES[category] ?? category.charAt(0).toUpperCase() + category.slice(1);
}

/** The catalog by category, in its own order. */
const CATEGORIES: readonly Category[] = [...new Set(CATALOG.map(({ category }) => category))].map((slug) => ({
  slug,
  name: nameOf(slug),
  app: APPS.find(({ categories }) => categories.some((each) => each === slug))?.name ?? null,
  permissions: CATALOG.filter(({ category }) => category === slug),
}));

/** The categories with only the permissions that `keep` accepts; empty ones are left out. */
export function narrowed(keep: (permission: Permission) => boolean): Category[] {
  return CATEGORIES.map((category) => ({
    ...category,
    permissions: category.permissions.filter(keep),
  })).filter(({ permissions }) => permissions.length > 0);
}

/** Whether a permission matches a search, by slug, description or category. */
export function isFound({ slug, description, category }: Permission, search: string): boolean {
  const text = `${slug} ${description} ${nameOf(category)}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The reader's authority as the server computes it. The server decides; this shows the result beforehand. */
export function useAuthority(): Authority & { permissions: ReadonlySet<PermissionSlug> } {
  const { me } = useWorkspace();
  return useMemo(
    () => ({
      isOwner: me.member.is_owner,
      priority: me.role.priority,
      permissions: new Set(me.permissions),
    }),
    [me],
  );
}

/** Why the reader can't give a role to anyone, or null when they can. */
export function assignProblem(actor: Authority, role: Pick<Role, "priority" | "permissions">): string | null {
  if (!standsAbove(actor, role.priority)) return "Not below your own role";
  const beyond = beyondAuthority(actor, role.permissions);
  if (beyond.length === 0) return null;
  return `Grants ${beyond.length === 1 ? beyond[0] : `${beyond.length} permissions`} that you don't have`;
}
