import type { Operator } from "@/lib/access/operators/operator";
import { beyond, type Slice } from "@/lib/http/paging";
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
  { limit, after }: Slice,
): Promise<OperatorWorkspaceRow[]> {
  const text = containing(search ?? "");
  return db().workspace.findMany({
    where: {
      AND: [
        search ? { OR: [{ name: text }, { slug: text }, { owner: { email: text } }] } : {},
        beyond(after, "desc"),
      ],
    },
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
