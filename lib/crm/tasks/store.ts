import { v7 as uuidv7 } from "uuid";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { beyond, type Position, type Slice } from "@/lib/http/paging";
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
  dueBefore: Date | undefined;
};

/** Stands for no due date. */
export const NO_DAY = new Date("9999-12-31T00:00:00Z");

/** The condition that a task comes after a position in a list by due dates, where those without one are last. */
function dueBeyond(after: Position | null): Prisma.CrmTaskWhereInput {
  if (after === null) return {};
  const { at, id } = after;
  if (at.getTime() === NO_DAY.getTime()) return { dueOn: null, id: { gt: id } };
  return { OR: [{ dueOn: { gt: at } }, { dueOn: at, id: { gt: id } }, { dueOn: null }] };
}

const ORDERS = {
  created: [{ createdAt: "desc" }, { id: "desc" }],
  due: [{ dueOn: { sort: "asc", nulls: "last" } }, { id: "asc" }],
} as const satisfies Record<string, Prisma.CrmTaskOrderByWithRelationInput[]>;

export type TaskSort = keyof typeof ORDERS;

/** A page of tasks about the workspace's live records. */
export async function listCrmTaskRows(
  { workspaceId }: WorkspaceScope,
  { isDone, recordId, assigneeId, dueBefore }: Filters,
  sort: TaskSort,
  { limit, after }: Slice,
): Promise<CrmTaskRow[]> {
  return db().crmTask.findMany({
    where: {
      workspaceId,
      record: { deletedAt: null },
      ...(isDone === undefined ? {} : { isDone }),
      ...(recordId ? { recordId } : {}),
      ...(assigneeId ? { assigneeId } : {}),
      ...(dueBefore ? { dueOn: { lt: dueBefore } } : {}),
      AND: sort === "created" ? beyond(after, "desc") : dueBeyond(after),
    },
    include: SHOWN,
    orderBy: [...ORDERS[sort]],
    take: limit,
  });
}

/** One task about a live record of the scope's workspace, held until the transaction ends; null for any other. */
export async function lockCrmTask(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  id: string,
): Promise<CrmTaskRow | null> {
  await tx.$queryRaw`
    SELECT 1 FROM crm_task WHERE id = ${id}::uuid AND workspace_id = ${workspaceId}::uuid FOR NO KEY UPDATE`;
  return tx.crmTask.findFirst({ where: { id, workspaceId, record: { deletedAt: null } }, include: SHOWN });
}

/** Keeps a live record of a workspace from being deleted until the transaction ends. @returns whether there is one */
export async function lockLiveRecord(tx: Db, workspaceId: string, recordId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM crm_record
    WHERE id = ${recordId}::uuid AND workspace_id = ${workspaceId}::uuid AND deleted_at IS NULL FOR KEY SHARE`;
  return rows.length > 0;
}

type NewTask = Pick<CrmTask, "workspaceId" | "recordId" | "title" | "assigneeId" | "dueOn" | "enrollmentId">;

/** What is shown of a task, with what a link to its record takes. */
const LINKED = {
  ...SHOWN,
  record: {
    select: {
      id: true,
      title: true,
      object: { select: { slug: true, workspace: { select: { slug: true } } } },
    },
  },
} as const satisfies Prisma.CrmTaskInclude;

export type LinkedCrmTask = Prisma.CrmTaskGetPayload<{ include: typeof LINKED }>;

/** Adds a task. The caller has made sure that the record and the assignee are the workspace's. */
export async function insertCrmTask(tx: Db, task: NewTask, now: Date): Promise<LinkedCrmTask> {
  return tx.crmTask.create({ data: { id: uuidv7(), ...task, createdAt: now }, include: LINKED });
}

type Change = { title?: string; assigneeId?: string | null; dueOn?: Date | null; isDone?: boolean };

/** Changes a task of the scope's workspace; whoever ticks it off first is remembered. */
export async function updateCrmTaskRow(
  tx: Db,
  { workspaceId, actor }: WorkspaceScope,
  before: CrmTaskRow,
  { isDone, ...change }: Change,
  now: Date,
): Promise<LinkedCrmTask> {
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
    include: LINKED,
  });
}
