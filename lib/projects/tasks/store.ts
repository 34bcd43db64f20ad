import { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { beyond, type Slice } from "@/lib/http/paging";
import { containing, type Db, db, Prisma } from "@/lib/platform/database";
import { holdsLoosely } from "@/lib/platform/loose-sql";
import { loosen } from "@/lib/platform/loose-text";
import type { Project, Task } from "@/lib/platform/rows";
import { LOOSE_TASKS_LOOKED_AT, LOOSE_TASKS_MAX } from "@/lib/projects/tasks/limits";

const WITH_ASSIGNEE = {
  assignee: { select: { name: true, avatarUrl: true } },
} as const satisfies Prisma.TaskInclude;

export type TaskRow = Prisma.TaskGetPayload<{ include: typeof WITH_ASSIGNEE }>;

/**
 * Gives away the next task number of a project of the scope's workspace and holds the project's row until the
 * transaction ends, so that no number is given twice and places on the board are given one after the other; null for a
 * project that is not there.
 */
export async function takeTaskNumber(
  tx: Db,
  scope: WorkspaceScope,
  projectId: string,
): Promise<{ id: string; key: string; isActive: boolean; number: number } | null> {
  const [row] = await tx.$queryRaw<{ id: string; key: string; isActive: boolean; number: number }[]>`
    UPDATE project SET last_task_number = last_task_number + 1
    WHERE id = ${projectId}::uuid AND workspace_id = ${scope.workspaceId}::uuid
    RETURNING id::text, key, is_active AS "isActive", last_task_number AS number`;
  return row ?? null;
}

type TaskValues = Pick<
  Task,
  "title" | "description" | "status" | "position" | "assigneeId" | "priority" | "labels" | "dueOn"
>;

/** Creates a task in the scope's workspace. The caller has made sure that the project is the scope's. */
export async function insertTask(
  tx: Db,
  scope: WorkspaceScope,
  task: TaskValues & Pick<Task, "projectId" | "number">,
  now: Date,
): Promise<TaskRow> {
  return tx.task.create({
    data: {
      ...task,
      workspaceId: scope.workspaceId,
      createdById: scope.actor.developerId,
      createdAt: now,
      updatedAt: now,
    },
    include: WITH_ASSIGNEE,
  });
}

type Filters = {
  status: string | undefined;
  /** A developer's id, null for nobody, undefined for anyone. */
  assigneeId: string | null | undefined;
  priority: string | undefined;
  label: string | undefined;
  dueBefore: Date | undefined;
  search: string | undefined;
  number: number | null;
};

/**
 * Conditions for a title that holds `part`, typed with its accents or without. Those without are found by the index of
 * parts; what stands there with accents that were not typed is looked for among the newest tasks.
 */
async function titled(projectId: string, part: string): Promise<Prisma.TaskWhereInput[]> {
  const loose = loosen(part);
  // A lone apostrophe or accent leaves nothing, which every title holds.
  if (loose.trim() === "") return [{ title: containing(part) }];
  const accented = await db().$queryRaw<{ id: string }[]>`
    SELECT x.id FROM (
      SELECT t.id, t.title FROM task t WHERE t.project_id = ${projectId}::uuid
      ORDER BY t.created_at DESC, t.id DESC LIMIT ${LOOSE_TASKS_LOOKED_AT}
    ) x WHERE ${holdsLoosely(Prisma.sql`x.title`, [loose])} LIMIT ${LOOSE_TASKS_MAX}`;
  return [
    { title: containing(part) },
    { title: containing(loose) },
    ...(accented.length === 0 ? [] : [{ id: { in: accented.map(({ id }) => id) } }]),
  ];
}

/** A page of a project's tasks, newest first. */
export async function listTaskRows(
  scope: WorkspaceScope,
  projectId: string,
  { status, assigneeId, priority, label, dueBefore, search, number }: Filters,
  { limit, after }: Slice,
): Promise<TaskRow[]> {
  const titles = search ? await titled(projectId, search) : [];
  return db().task.findMany({
    where: {
      projectId,
      workspaceId: scope.workspaceId,
      ...(status ? { status } : {}),
      ...(assigneeId === undefined ? {} : { assigneeId }),
      ...(priority ? { priority } : {}),
      ...(label ? { labels: { hasSome: [label, label.normalize("NFC")] } } : {}),
      ...(dueBefore ? { dueOn: { lt: dueBefore } } : {}),
      AND: [
        search ? { OR: [...titles, ...(number === null ? [] : [{ number }])] } : {},
        beyond(after, "desc"),
      ],
    },
    include: WITH_ASSIGNEE,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** One task of a project of the scope's workspace by its number or id; null for any other. */
export async function findTask(
  tx: Db,
  scope: WorkspaceScope,
  projectId: string,
  ref: string,
): Promise<TaskRow | null> {
  const which = z.uuid().safeParse(ref).success ? { id: ref } : { number: Number(ref) };
  return tx.task.findFirst({
    where: { projectId, workspaceId: scope.workspaceId, ...which },
    include: WITH_ASSIGNEE,
  });
}

/** Those of the named tasks that are in a project of the scope's workspace, in the order in which they are named. */
export async function findTasks(
  tx: Db,
  scope: WorkspaceScope,
  projectId: string,
  ids: readonly string[],
): Promise<TaskRow[]> {
  const rows = await tx.task.findMany({
    where: { id: { in: [...ids] }, projectId, workspaceId: scope.workspaceId },
    include: WITH_ASSIGNEE,
  });
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => rowOf.get(id) ?? []);
}

/** Changes a task of the scope's workspace. */
export async function updateTaskRow(
  tx: Db,
  scope: WorkspaceScope,
  taskId: string,
  { title, description, status, position, assigneeId, priority, labels, dueOn }: TaskValues,
  now: Date,
): Promise<TaskRow> {
  return tx.task.update({
    where: { id: taskId, workspaceId: scope.workspaceId },
    data: { title, description, status, position, assigneeId, priority, labels, dueOn, updatedAt: now },
    include: WITH_ASSIGNEE,
  });
}

/** Gives tasks of the scope's workspace all of these values but their texts, in one statement. */
export async function updateTaskRows(
  tx: Db,
  scope: WorkspaceScope,
  tasks: readonly Omit<TaskRow, "title" | "description">[],
  now: Date,
): Promise<void> {
  const given = tasks.map(({ id, status, position, assigneeId, priority, labels, dueOn }) => {
    return { id, status, position, assigneeId, priority, labels, dueOn };
  });
  await tx.$executeRaw`
    UPDATE task SET status = given.status, position = given.position, assignee_id = given."assigneeId",
      priority = given.priority, labels = given.labels, due_on = given."dueOn", updated_at = ${now}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      AS given(id uuid, status text, position text, "assigneeId" uuid, priority text, labels text[], "dueOn" date)
    WHERE task.id = given.id AND task.workspace_id = ${scope.workspaceId}::uuid`;
}

/** Deletes tasks of the scope's workspace. Their numbers are not given again. */
export async function deleteTaskRows(tx: Db, scope: WorkspaceScope, ids: readonly string[]): Promise<void> {
  await tx.task.deleteMany({ where: { id: { in: [...ids] }, workspaceId: scope.workspaceId } });
}

type Column = { projectId: string; status: string };

/**
 * The nearest place before another in a column, or the column's last; null where there is none. `exceptIds` are the tasks
 * that are being moved. The caller holds the project's row.
 */
export async function findPlaceBefore(
  tx: Db,
  { projectId, status }: Column,
  position: string | null,
  exceptIds: readonly string[] = [],
): Promise<string | null> {
  const row = await tx.task.findFirst({
    where: {
      projectId,
      status,
      ...(position === null ? {} : { position: { lt: position } }),
      id: { notIn: [...exceptIds] },
    },
    select: { position: true },
    orderBy: { position: "desc" },
  });
  return row?.position ?? null;
}

/** The nearest place after another in a column; null where there is none. Else as `findPlaceBefore`. */
export async function findPlaceAfter(
  tx: Db,
  { projectId, status }: Column,
  position: string,
  exceptIds: readonly string[],
): Promise<string | null> {
  const row = await tx.task.findFirst({
    where: { projectId, status, position: { gt: position }, id: { notIn: [...exceptIds] } },
    select: { position: true },
    orderBy: { position: "asc" },
  });
  return row?.position ?? null;
}

/** Ids of all tasks of a column in its order. */
export async function listColumn(tx: Db, { projectId, status }: Column): Promise<string[]> {
  const rows = await tx.task.findMany({
    where: { projectId, status },
    select: { id: true },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  return rows.map(({ id }) => id);
}

/** Gives tasks new positions, in one statement. The caller holds the project's row. */
export async function setPositions(tx: Db, taskIds: string[], positions: string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE task SET position = given.position
    FROM unnest(${taskIds}::uuid[], ${positions}::text[]) AS given(id, position)
    WHERE task.id = given.id`;
}

export type BoardRow = Omit<Task, "description"> & {
  columnStatus: string;
  columnCount: number;
  assigneeName: string | null;
  assigneeAvatarUrl: string | null;
};

/** A column that holds no task. */
export type EmptyColumnRow = { columnStatus: string; columnCount: 0; id: null };

/**
 * The first tasks of each column of a project's board, with how many each holds, in one query. The caller has made sure
 * that the project is the scope's.
 */
export async function listBoardRows(
  scope: WorkspaceScope,
  project: Project,
  statuses: readonly string[],
  tasksMax: number,
): Promise<(BoardRow | EmptyColumnRow)[]> {
  return db().$queryRaw<(BoardRow | EmptyColumnRow)[]>`
    SELECT wanted.status AS "columnStatus", whole.count AS "columnCount",
           t.id::text, t.workspace_id::text AS "workspaceId", t.project_id::text AS "projectId", t.number, t.title,
           t.status, t.position, t.assignee_id::text AS "assigneeId", t.priority, t.labels, t.due_on AS "dueOn",
           t.created_by_id::text AS "createdById",
           t.created_at AS "createdAt", t.updated_at AS "updatedAt",
           d.name AS "assigneeName", d.avatar_url AS "assigneeAvatarUrl"
    FROM unnest(${statuses}::text[]) WITH ORDINALITY AS wanted(status, rank)
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count FROM task
      WHERE project_id = ${project.id}::uuid AND status = wanted.status) AS whole
    LEFT JOIN LATERAL (
      SELECT * FROM task
      WHERE project_id = ${project.id}::uuid AND workspace_id = ${scope.workspaceId}::uuid
        AND status = wanted.status
      ORDER BY position, id LIMIT ${tasksMax}) AS t ON true
    LEFT JOIN developer d ON d.id = t.assignee_id
    ORDER BY wanted.rank, t.position, t.id`;
}

/**
 * The labels of a project's newest tasks with how many have each, the most used first. The caller has made sure that the
 * project is the scope's.
 */
export async function listLabelRows(
  scope: WorkspaceScope,
  projectId: string,
  tasksMax: number,
): Promise<{ label: string; tasks: number }[]> {
  return db().$queryRaw<{ label: string; tasks: number }[]>`
    SELECT label, count(*)::int AS tasks
    FROM (
      SELECT labels FROM task
      WHERE project_id = ${projectId}::uuid AND workspace_id = ${scope.workspaceId}::uuid
      ORDER BY created_at DESC, id DESC LIMIT ${tasksMax}) AS newest, unnest(newest.labels) AS label
    GROUP BY label ORDER BY tasks DESC, label`;
}

/** What a notice about a task of a project is made of: the project's key, the workspace's slug, and who acts. */
export async function findTaskPlace(
  tx: Db,
  { workspaceId, actor }: WorkspaceScope,
  projectId: string,
): Promise<{ key: string; slug: string; actorName: string }> {
  const [row] = await tx.$queryRaw<{ key: string; slug: string; actorName: string }[]>`
    SELECT p.key, w.slug, d.name AS "actorName"
    FROM project p JOIN workspace w ON w.id = p.workspace_id
    JOIN developer d ON d.id = ${actor.developerId}::uuid
    WHERE p.id = ${projectId}::uuid AND w.id = ${workspaceId}::uuid`;
  if (!row) throw new Error("a task's project or its actor is not there");
  return row;
}
