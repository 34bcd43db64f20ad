import { v7 as uuidv7 } from "uuid";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, type Prisma } from "@/lib/platform/database";
import type { Change } from "@/lib/projects/tasks/activity/rules";

const WITH_ACTOR = {
  actor: { select: { name: true, avatarUrl: true } },
} as const satisfies Prisma.TaskActivityInclude;

export type ActivityRow = Prisma.TaskActivityGetPayload<{ include: typeof WITH_ACTOR }>;

type New = {
  taskId: string;
  actorId: string;
  kind: "comment" | "created" | "changed";
  body?: string;
  changes?: Change[];
};

/** Adds an entry to what happened to a task. The caller has made sure that the task is the scope's. */
export async function insertActivity(
  tx: Db,
  { changes = [], body = "", ...entry }: New,
  now: Date,
): Promise<ActivityRow> {
  return tx.taskActivity.create({
    data: { id: uuidv7(), ...entry, body, changes, createdAt: now },
    include: WITH_ACTOR,
  });
}

/** Adds several entries in one statement, each as `insertActivity` does. */
export async function insertActivities(tx: Db, entries: readonly New[], now: Date): Promise<void> {
  await tx.taskActivity.createMany({
    data: entries.map(({ changes = [], body = "", ...entry }) => {
      return { id: uuidv7(), ...entry, body, changes, createdAt: now };
    }),
  });
}

/** A page of what happened to a task of the scope's workspace, newest first. */
export async function listActivityRows(
  { workspaceId }: WorkspaceScope,
  taskId: string,
  { limit, after }: Slice,
): Promise<ActivityRow[]> {
  return db().taskActivity.findMany({
    where: {
      taskId,
      task: { workspaceId },
      AND: beyond(after, "desc"),
    },
    include: WITH_ACTOR,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** One comment of a task of the scope's workspace; null for any other, and for what is no comment. */
export async function findComment(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  taskId: string,
  id: string,
): Promise<ActivityRow | null> {
  return tx.taskActivity.findFirst({
    where: { id, taskId, kind: "comment", task: { workspaceId } },
    include: WITH_ACTOR,
  });
}

/** Gives a comment another text. The caller has found it through a scope. */
export async function updateCommentRow(tx: Db, id: string, body: string, now: Date): Promise<ActivityRow> {
  return tx.taskActivity.update({ where: { id }, data: { body, editedAt: now }, include: WITH_ACTOR });
}

/** Deletes a comment for good. The caller has found it through a scope. */
export async function deleteCommentRow(tx: Db, id: string): Promise<void> {
  await tx.taskActivity.deleteMany({ where: { id } });
}

/** The names of people, by id. */
export async function findNames(developerIds: readonly string[]): Promise<Record<string, string>> {
  if (developerIds.length === 0) return {};
  const rows = await db().developer.findMany({
    where: { id: { in: [...developerIds] } },
    select: { id: true, name: true },
  });
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}
