import type { Operator } from "@/lib/access/operators/operator";
import type { Position } from "@/lib/http/paging";
import { containing, type Db, db, type Prisma } from "@/lib/platform/database";

const SHOWN = {
  id: true,
  name: true,
  slug: true,
  isActive: true,
  planId: true,
  planOrigin: true,
  createdAt: true,
  owner: { select: { email: true } },
} as const satisfies Prisma.WorkspaceSelect;

export type OperatorWorkspaceRow = Prisma.WorkspaceGetPayload<{ select: typeof SHOWN }>;

/** A page of all workspaces, switched-off ones too, newest first. */
export async function listAllWorkspaces(
  _operator: Operator,
  search: string | undefined,
  limit: number,
  after: Position | null,
): Promise<OperatorWorkspaceRow[]> {
  const matches: Prisma.WorkspaceWhereInput[] = search
    ? [
        {
          OR: [
            { name: containing(search) },
            { slug: containing(search) },
            { owner: { email: containing(search) } },
          ],
        },
      ]
    : [];
  const isAfter: Prisma.WorkspaceWhereInput[] = after
    ? [{ OR: [{ createdAt: { lt: after.at } }, { createdAt: after.at, id: { lt: after.id } }] }]
    : [];
  return db().workspace.findMany({
    where: { AND: [...matches, ...isAfter] },
    select: SHOWN,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** Any workspace by its id, switched off or not; null where there is none. */
export async function findAnyWorkspace(
  tx: Db,
  _operator: Operator,
  id: string,
): Promise<OperatorWorkspaceRow | null> {
  return tx.workspace.findUnique({ where: { id }, select: SHOWN });
}
