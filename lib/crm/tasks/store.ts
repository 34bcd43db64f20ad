import { v7 as uuidv7 } from "uuid";
import type { WorkspaceScope } from "@/lib/access/authorise";
import type { Position } from "@/lib/http/paging";
import { type Db, db, type Prisma } from "@/lib/platform/database";
import type { CrmTask } from "@/lib/platform/rows";

const SHOWN = {
  record: { select: { id: true, title: true, object: { select: { slug: true } } } },
  assignee: { select: { name: true, avatarUrl: true } },
} as const satisfies Prisma.CrmTaskInclude;

export type CrmTaskRow = Prisma.CrmTaskGetPayload<{ include: typeof SHOWN }>;

type Filters = {
  isDone: boolean | undefined;
  recordId: string | undefined;
  assigneeId: string | undefined;
};

/** A page of tasks about the workspace's live records, newest first. */
export async function listCrmTaskRows(
  { workspaceId }: WorkspaceScope,
  { isDone, recordId, assigneeId }: Filters,
  limit: number,
  after: Position | null,
): Promise<CrmTaskRow[]> {
  return db().crmTask.findMany({
    where: {
      workspaceId,
      record: { deletedAt: null },
      ...(isDone === undefined ? {} : { isDone }),
      ...(recordId ? { recordId } : {}),
      ...(assigneeId ? { assigneeId } : {}),
      ...(after
        ? { OR: [{ createdAt: { lt: after.at } }, { createdAt: after.at, id: { lt: after.id } }] }
        : {}),
    },
    include: SHOWN,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** One task about a live record of the scope's workspace; null for any other. */
export async function findCrmTask(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  id: string,
): Promise<CrmTaskRow | null> {
  return tx.crmTask.findFirst({ where: { id, workspaceId, record: { deletedAt: null } }, include: SHOWN });
}

/** Keeps a live record of a workspace from being deleted until the transaction ends. @returns whether there is one */
export async function holdLiveRecord(tx: Db, workspaceId: string, recordId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM crm_record
    WHERE id = ${recordId}::uuid AND workspace_id = ${workspaceId}::uuid AND deleted_at IS NULL FOR KEY SHARE`;
  return rows.length > 0;
}

type NewTask = Pick<CrmTask, "workspaceId" | "recordId" | "title" | "assigneeId" | "enrollmentId">;

/** Adds a task, and gives it with what a link to its record takes. The caller has made sure that the record and the assignee are the workspace's. */
export async function insertCrmTask(tx: Db, task: NewTask, now: Date) {
  const object = { select: { slug: true, workspace: { select: { slug: true } } } };
  return tx.crmTask.create({
    data: { id: uuidv7(), ...task, createdAt: now },
    include: { ...SHOWN, record: { select: { id: true, title: true, object } } },
  });
}

type Change = { title?: string; assigneeId?: string | null; isDone?: boolean };

/** Changes a task of the scope's workspace; whoever ticks it off first is remembered. */
export async function updateCrmTaskRow(
  tx: Db,
  { workspaceId, actor }: WorkspaceScope,
  before: CrmTaskRow,
  { isDone, ...change }: Change,
  now: Date,
): Promise<CrmTaskRow> {
  const isTicked = isDone === undefined || isDone === before.isDone;
  const done = isTicked
    ? {}
    : {
        isDone,
        completedAt: isDone ? now : null,
        completedById: isDone ? actor.developerId : null,
      };
  return tx.crmTask.update({
    where: { id: before.id, workspaceId },
    data: { ...change, ...done },
    include: SHOWN,
  });
}
