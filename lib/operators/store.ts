import type { Operator } from "@/lib/access/operators/operator";
import { beyond, type Slice } from "@/lib/http/paging";
import { containing, type Db, db, type Prisma } from "@/lib/platform/database";
import { OWNS } from "@/lib/workspaces/members/store";

/** Who can speak for a workspace now: `owner` is who founded it, who may have left. */
const OWNERS = {
  status: "active",
  developer: { isActive: true },
  ...OWNS,
} satisfies Prisma.WorkspaceMemberWhereInput;

const SHOWN = {
  id: true,
  name: true,
  slug: true,
  isActive: true,
  planId: true,
  planOrigin: true,
  createdAt: true,
  members: {
    where: OWNERS,
    select: { developer: { select: { email: true } } },
    orderBy: [{ joinedAt: "asc" }, { developerId: "asc" }],
    take: 1,
  },
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
        search
          ? {
              OR: [
                { name: text },
                { slug: text },
                { members: { some: { AND: [OWNERS, { developer: { email: text } }] } } },
              ],
            }
          : {},
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
