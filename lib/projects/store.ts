import type { WorkspaceScope } from "@/lib/access/authorise";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, Prisma } from "@/lib/platform/database";
import { idsHolding } from "@/lib/platform/loose-sql";
import type { Project } from "@/lib/platform/rows";

type ProjectValues = {
  name: string;
  slug: string;
  key: string;
  description: string;
  settings: Prisma.InputJsonObject;
  publicSlug: string | null;
  isPublic: boolean;
  publicTabs: string[];
};

/** Creates a project in the scope's workspace, led by the actor. @throws on a slug, key or public slug that is taken */
export async function insertProject(
  tx: Db,
  scope: WorkspaceScope,
  row: ProjectValues,
  now: Date,
): Promise<Project> {
  const { developerId } = scope.actor;
  return tx.project.create({
    data: {
      ...row,
      workspaceId: scope.workspaceId,
      createdAt: now,
      members: { create: { developerId, role: "lead", joinedAt: now } },
    },
  });
}

/** The keys of the workspace's projects, archived ones too, that begin with `start`. */
export async function takenKeys(tx: Db, scope: WorkspaceScope, start: string): Promise<Set<string>> {
  const { workspaceId } = scope;
  const rows = await tx.project.findMany({
    where: { workspaceId, key: { startsWith: start } },
    select: { key: true },
  });
  return new Set(rows.map(({ key }) => key));
}

type Filters = { isActive: boolean; search: string | undefined };

/** A page of the workspace's active or archived projects, newest first. */
export async function listProjectRows(
  scope: WorkspaceScope,
  { isActive, search }: Filters,
  { limit, after }: Slice,
): Promise<Project[]> {
  return db().project.findMany({
    where: {
      workspaceId: scope.workspaceId,
      isActive,
      ...(search
        ? {
            id: {
              in: await idsHolding(
                search,
                [Prisma.sql`x.name`, Prisma.sql`x.slug`, Prisma.sql`x.key`],
                Prisma.sql`project x WHERE x.workspace_id = ${scope.workspaceId}::uuid`,
              ),
            },
          }
        : {}),
      AND: beyond(after, "desc"),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** One project of the scope's workspace; null for an unknown one and for another workspace's. */
export async function findProject(tx: Db, scope: WorkspaceScope, projectId: string): Promise<Project | null> {
  return tx.project.findFirst({ where: { id: projectId, workspaceId: scope.workspaceId } });
}

/**
 * The same, its row locked until the transaction ends. A workspace is locked before ("Lock order" in lib/README.md).
 */
export async function lockProject(tx: Db, scope: WorkspaceScope, projectId: string): Promise<Project | null> {
  await tx.$queryRaw`
    SELECT 1 FROM project WHERE id = ${projectId}::uuid AND workspace_id = ${scope.workspaceId}::uuid
    FOR NO KEY UPDATE`;
  return findProject(tx, scope, projectId);
}

/** Changes a project of the scope's workspace. @throws on a slug, key or public slug that is taken */
export async function updateProjectRow(
  tx: Db,
  scope: WorkspaceScope,
  projectId: string,
  values: ProjectValues & { isActive: boolean },
): Promise<Project> {
  return tx.project.update({ where: { id: projectId, workspaceId: scope.workspaceId }, data: values });
}

const PERSON = { select: { name: true, email: true, avatarUrl: true } } as const;

/** A page of a project's members, longest first. */
export async function listProjectMemberRows(
  scope: WorkspaceScope,
  projectId: string,
  { limit, after }: Slice,
) {
  return db().projectMember.findMany({
    where: {
      projectId,
      project: { workspaceId: scope.workspaceId },
      AND: beyond(after, "asc", ["joinedAt", "developerId"]),
    },
    include: { developer: PERSON },
    orderBy: [{ joinedAt: "asc" }, { developerId: "asc" }],
    take: limit,
  });
}

/**
 * Adds a member, or changes the role of one who is there. The caller has made sure that the project is the scope's.
 * @param role undefined keeps the role of someone who has one
 */
export async function upsertProjectMember(
  tx: Db,
  project: Project,
  developerId: string,
  role: string | undefined,
  now: Date,
) {
  return tx.projectMember.upsert({
    where: { projectId_developerId: { projectId: project.id, developerId } },
    create: { projectId: project.id, developerId, role: role ?? "member", joinedAt: now },
    update: role === undefined ? {} : { role },
    include: { developer: PERSON },
  });
}

/** Changes the role of a member of a project of the scope's workspace; null when there is no such member. */
export async function updateProjectMemberRow(
  tx: Db,
  scope: WorkspaceScope,
  projectId: string,
  developerId: string,
  role: string,
) {
  const where = { projectId, developerId, project: { workspaceId: scope.workspaceId } };
  const before = await tx.projectMember.findFirst({ where });
  if (!before) return null;
  const after = await tx.projectMember.update({
    where: { projectId_developerId: { projectId, developerId } },
    data: { role },
    include: { developer: PERSON },
  });
  return { before, after };
}

/** Takes a member out of a project of the scope's workspace. @returns whether there was one */
export async function deleteProjectMember(
  tx: Db,
  scope: WorkspaceScope,
  projectId: string,
  developerId: string,
): Promise<boolean> {
  const where = { projectId, developerId, project: { workspaceId: scope.workspaceId } };
  return (await tx.projectMember.deleteMany({ where })).count > 0;
}
