import type { WorkspaceScope } from "@/lib/access/authorise";
import { TEMPLATES } from "@/lib/access/catalog";
import { toStoredPermissions } from "@/lib/access/rules";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, type Prisma } from "@/lib/platform/database";
import type { Workspace } from "@/lib/platform/rows";
import { OWNS } from "@/lib/workspaces/members/store";

type NewWorkspace = {
  name: string;
  slug: string;
  type: string;
  ownerId: string;
  settings: Prisma.InputJsonObject;
};

/** Creates a workspace with every built-in role and its founder as owner. @throws on a slug that is taken */
export async function insertWorkspace(tx: Db, row: NewWorkspace, now: Date): Promise<Workspace> {
  const workspace = await tx.workspace.create({ data: { ...row, createdAt: now } });
  const roles = await tx.customRole.createManyAndReturn({
    data: TEMPLATES.map((template) => ({
      workspaceId: workspace.id,
      name: template.name,
      slug: template.slug,
      description: template.description,
      ...toStoredPermissions({ basedOnTemplate: template.slug, isSystem: true }, template.permissions),
      priority: template.priority,
      basedOnTemplate: template.slug,
      isSystem: true,
      createdAt: now,
    })),
    select: { id: true, slug: true },
  });
  await tx.workspaceMember.create({
    data: {
      workspaceId: workspace.id,
      developerId: row.ownerId,
      role: "owner",
      customRoleId: roles.find((role) => role.slug === "owner")?.id ?? null,
      joinedAt: now,
    },
  });
  return workspace;
}

/** How many workspaces a developer has founded, switched-off ones counted. */
export async function countFounded(tx: Db, developerId: string): Promise<number> {
  return tx.workspace.count({ where: { ownerId: developerId } });
}

/** Active workspaces that a developer is an active member of, or inactive ones that they own; newest first. */
export async function listWorkspacesOf(
  developerId: string,
  { slug, isActive, id }: { slug: string | undefined; isActive: boolean; id: string | null },
  { limit, after }: Slice,
): Promise<Workspace[]> {
  return db().workspace.findMany({
    where: {
      isActive,
      ...(slug ? { slug } : {}),
      ...(id === null ? {} : { id }),
      members: { some: { developerId, status: "active", ...(isActive ? {} : OWNS) } },
      AND: beyond(after, "desc"),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** The workspace of a scope. */
export async function getWorkspaceRow(tx: Db, scope: WorkspaceScope): Promise<Workspace> {
  return tx.workspace.findUniqueOrThrow({ where: { id: scope.workspaceId } });
}

/** Changes the workspace of a scope. */
export async function updateWorkspaceRow(
  tx: Db,
  scope: WorkspaceScope,
  change: { name?: string; settings?: Prisma.InputJsonObject; isActive?: boolean },
): Promise<Workspace> {
  return tx.workspace.update({ where: { id: scope.workspaceId }, data: change });
}
