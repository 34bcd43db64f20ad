import type { WorkspaceScope } from "@/lib/access/authorise";
import { notifyMembers } from "@/lib/notifications/notify-members";
import { updateQuotes } from "@/lib/notifications/quotes";
import { assignmentOf, assignmentsIn, mentionsOf } from "@/lib/notifications/rules";
import { deleteGroups, withdrawListed } from "@/lib/notifications/store";
import type { Db } from "@/lib/platform/database";
import { taskKey } from "@/lib/projects/tasks/rules";
import { findTaskPlace } from "@/lib/projects/tasks/store";
import { findMentioned } from "@/lib/workspaces/members/find-mentioned";

type TaskSummary = { id: string; projectId: string; number: number; title: string };

async function placeOf(tx: Db, scope: WorkspaceScope, task: TaskSummary) {
  const { key, slug, actorName } = await findTaskPlace(tx, scope, task.projectId);
  const called = `${taskKey(key, task.number)} ${task.title}`;
  return { called, actorName, link: `/w/${slug}/projects/${task.projectId}?task=${task.number}` };
}

/** Notifies somebody that a task was assigned to them, unless they did that themselves. */
export async function notifyAssignee(
  tx: Db,
  scope: WorkspaceScope,
  task: TaskSummary & { assigneeId: string | null },
  now: Date,
): Promise<void> {
  const { assigneeId, id } = task;
  if (assigneeId === null || assigneeId === scope.actor.developerId) return;
  const { called, actorName, link } = await placeOf(tx, scope, task);
  const notice = {
    kind: "assigned",
    title: `${actorName} assigned ${called} to you`,
    body: "",
    link,
    actorId: scope.actor.developerId,
  } as const;
  const group = { key: assignmentOf(id), count: 1, title: notice.title };
  await notifyMembers(tx, scope.workspaceId, [assigneeId], { ...notice, group }, now);
}

/** The same of several tasks of a project that were assigned to one person at once: one notification for all. */
export async function notifyAssigneeOfSeveral(
  tx: Db,
  scope: WorkspaceScope,
  tasks: readonly [TaskSummary, ...TaskSummary[]],
  assigneeId: string,
  now: Date,
): Promise<void> {
  const [first] = tasks;
  if (tasks.length === 1) return notifyAssignee(tx, scope, { ...first, assigneeId }, now);
  if (assigneeId === scope.actor.developerId) return;
  const { key, slug, actorName } = await findTaskPlace(tx, scope, first.projectId);
  const notice = {
    kind: "assigned",
    title: `${actorName} assigned ${tasks.length} tasks of ${key} to you`,
    body: tasks.map(({ number, title }) => `${taskKey(key, number)} ${title}`).join("\n"),
    link: `/w/${slug}/projects/${first.projectId}?assignee=${assigneeId}`,
    actorId: scope.actor.developerId,
  } as const;
  const title = `{n} tasks of ${key} were assigned to you`;
  const group = { key: assignmentsIn(first.projectId), count: tasks.length, title };
  await notifyMembers(tx, scope.workspaceId, [assigneeId], { ...notice, group }, now);
}

/**
 * Notifies people whom a task's text mentions and did not mention before. Those who were notified of the text as it was
 * before read the new one.
 */
export async function notifyMentioned(
  tx: Db,
  scope: WorkspaceScope,
  task: TaskSummary,
  { text, before = "" }: { text: string; before?: string },
  now: Date,
): Promise<void> {
  const { workspaceId, actor } = scope;
  const groupKey = mentionsOf(task.id);
  if (before !== "" && before !== text) await updateQuotes(tx, { groupKey, text: before }, text);
  const said = { text, before, authorId: actor.developerId };
  const ids = await findMentioned(tx, workspaceId, said, "can_view_projects");
  if (ids.length === 0) return;
  const { called, actorName, link } = await placeOf(tx, scope, task);
  const group = { key: groupKey, count: 1, title: `{n} mentions of you in ${called}` };
  const title = `${actorName} mentioned you in ${called}`;
  const notice = { kind: "mention", title, body: text, link, actorId: actor.developerId } as const;
  await notifyMembers(tx, workspaceId, ids, { ...notice, group }, now);
}

/** Takes back what people were notified of when tasks of a project were assigned to them: they are not theirs any more. */
export async function withdrawAssignments(
  tx: Db,
  project: { id: string; key: string },
  tasks: readonly TaskSummary[],
): Promise<void> {
  if (tasks.length === 0) return;
  await deleteGroups(
    tx,
    tasks.map(({ id }) => assignmentOf(id)),
  );
  const names = tasks.map(({ number }) => taskKey(project.key, number));
  await withdrawListed(tx, assignmentsIn(project.id), names);
}

/** Takes back the notifications about tasks of a project that are deleted. */
export async function withdrawAbout(
  tx: Db,
  project: { id: string; key: string },
  tasks: readonly TaskSummary[],
): Promise<void> {
  await deleteGroups(
    tx,
    tasks.map(({ id }) => mentionsOf(id)),
  );
  await withdrawAssignments(tx, project, tasks);
}
