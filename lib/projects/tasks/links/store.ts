import type { WorkspaceScope } from "@/lib/access/authorise";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db } from "@/lib/platform/database";
import type { TaskLink } from "@/lib/platform/rows";
import type { Link, NamedTask } from "@/lib/projects/tasks/links/rules";

export type Mention = Link & {
  projectKey: string;
  number: number;
  /** The commit's hash, or the number of the pull request or issue. */
  ref: string;
  title: string;
  url: string | null;
  /** When the code host said so; null where it did not say, which counts as now. */
  saidAt: string | null;
};

/**
 * Holds the open projects of these keys in the workspaces of these repositories until the transaction ends, in the
 * order of their ids: changes of their boards happen one after the other.
 * @returns whether there are any
 */
export async function lockNamedProjects(
  tx: Db,
  repositoryIds: readonly string[],
  projectKeys: readonly string[],
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM project p
    WHERE p.is_active AND p.key = ANY(${projectKeys}::text[])
      AND p.workspace_id IN (SELECT workspace_id FROM workspace_repository WHERE id = ANY(${repositoryIds}::uuid[]))
    ORDER BY p.id FOR NO KEY UPDATE OF p`;
  return rows.length > 0;
}

export type ChangedLink = Link & { taskId: string; projectId: string; taskStatus: string };

/**
 * Links tasks to what names them, each pair once. A task is one of the workspace that adopted the repository, never of
 * another. A merged commit stays merged when it is pushed to some other branch later, and an issue stays as the code host
 * said last, whatever order its events arrive in. Of pull requests only the latest word comes here.
 * @returns the links that are new, or whose state or promise to fix has changed
 */
export async function upsertLinks(
  tx: Db,
  repositoryIds: readonly string[],
  mentions: readonly Mention[],
  now: Date,
): Promise<ChangedLink[]> {
  return tx.$queryRaw<ChangedLink[]>`
    WITH named AS (
      SELECT DISTINCT ON (t.id, r.id, x.kind, x.ref) t.id AS task_id, t.project_id, t.status AS task_status,
             r.id AS repository_id, x.kind, x.ref, x.title, x.url, x.state, x."isFix" AS is_fix,
             coalesce(x."saidAt", ${now}::timestamptz) AS said_at
      FROM jsonb_to_recordset(${JSON.stringify(mentions)}::jsonb)
        AS x("projectKey" text, number int, kind text, ref text, title text, url text, state text, "isFix" boolean,
          "saidAt" timestamptz)
      JOIN workspace_repository r ON r.id = ANY(${repositoryIds}::uuid[])
      JOIN project p ON p.workspace_id = r.workspace_id AND p.key = x."projectKey" AND p.is_active
      JOIN task t ON t.project_id = p.id AND t.number = x.number
      ORDER BY t.id, r.id, x.kind, x.ref, x."isFix" DESC
    ), known AS (
      SELECT l.task_id, l.repository_id, l.kind, l.ref, l.state, l.is_fix
      FROM task_link l JOIN named n ON (l.task_id, l.repository_id, l.kind, l.ref) = (n.task_id, n.repository_id, n.kind, n.ref)
    ), stored AS (
      INSERT INTO task_link AS link
        (id, task_id, repository_id, kind, ref, title, url, state, is_fix, created_at, updated_at)
      SELECT gen_random_uuid(), task_id, repository_id, kind, ref, title, url, state, is_fix, ${now}::timestamptz, said_at
      FROM named ORDER BY task_id, repository_id, kind, ref
      ON CONFLICT (task_id, repository_id, kind, ref) DO UPDATE SET
        title = excluded.title, url = excluded.url, is_fix = excluded.is_fix, updated_at = excluded.updated_at,
        state = CASE WHEN link.kind = 'commit' AND link.state = 'merged' THEN 'merged' ELSE excluded.state END
      WHERE link.kind <> 'issue' OR link.updated_at <= excluded.updated_at
      RETURNING task_id, repository_id, kind, ref, state, is_fix
    )
    SELECT s.task_id::text AS "taskId", n.project_id::text AS "projectId", n.task_status AS "taskStatus", s.kind, s.state,
           s.is_fix AS "isFix"
    FROM stored s
    JOIN named n USING (task_id, repository_id, kind, ref)
    LEFT JOIN known k USING (task_id, repository_id, kind, ref)
    WHERE k.task_id IS NULL OR (k.state, k.is_fix) IS DISTINCT FROM (s.state, s.is_fix)`;
}

/**
 * Shows in the links that there are already to a pull request or issue how it stands now, also where it names their tasks
 * no more. Of an issue only what was said later than what is known counts.
 */
export async function updateLinksTo(
  tx: Db,
  repositoryIds: readonly string[],
  { kind, ref, title, url, state, saidAt }: Omit<Mention, keyof NamedTask>,
  now: Date,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE task_link l SET title = ${title}, url = ${url}::text, state = ${state}, updated_at = said.at
    FROM (SELECT coalesce(${saidAt}::timestamptz, ${now}::timestamptz) AS at) AS said
    WHERE l.id = ANY (ARRAY(
      SELECT id FROM task_link WHERE repository_id = ANY(${[...repositoryIds]}::uuid[]) AND ref = ${ref} AND kind = ${kind}
        AND (state, title) IS DISTINCT FROM (${state}, ${title})
      ORDER BY id FOR NO KEY UPDATE))
      AND (l.kind <> 'issue' OR l.updated_at <= said.at)`;
}

export type ColumnEnd = { projectId: string; status: string; last: string | null };

/** The last place of each of these columns; null where a column is empty. The caller holds the projects' rows. */
export async function listColumnEnds(
  tx: Db,
  columns: readonly { projectId: string; status: string }[],
): Promise<ColumnEnd[]> {
  return tx.$queryRaw<ColumnEnd[]>`
    SELECT x."projectId", x.status, (
      SELECT t.position FROM task t WHERE t.project_id = x."projectId"::uuid AND t.status = x.status
      ORDER BY t.position DESC LIMIT 1) AS last
    FROM jsonb_to_recordset(${JSON.stringify(columns)}::jsonb) AS x("projectId" text, status text)`;
}

export type Move = { taskId: string; status: string; position: string };

/**
 * Moves tasks and notes what happened, in one statement, as the code host's doing. The caller holds the projects' rows.
 */
export async function moveTasks(tx: Db, moves: readonly Move[], now: Date): Promise<void> {
  await tx.$executeRaw`
    WITH moved AS (
      SELECT x."taskId" AS id, x.status, x.position, t.status AS before
      FROM jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) AS x("taskId" uuid, status text, position text)
      JOIN task t ON t.id = x."taskId"
    ), noted AS (
      INSERT INTO task_activity (id, task_id, kind, actor_kind, changes, created_at)
      SELECT gen_random_uuid(), id, 'changed', 'code_host',
             jsonb_build_array(jsonb_build_object('field', 'status', 'old', before, 'new', status)), ${now}::timestamptz
      FROM moved WHERE status <> before
    )
    UPDATE task SET status = moved.status, position = moved.position, updated_at = ${now}::timestamptz
    FROM moved WHERE task.id = moved.id`;
}

export type TaskLinkRow = TaskLink & { repository: { fullName: string } };

/** A page of what names a task of the scope's workspace, newest first. */
export async function listLinkRows(
  scope: WorkspaceScope,
  taskId: string,
  { limit, after }: Slice,
): Promise<TaskLinkRow[]> {
  return db().taskLink.findMany({
    where: {
      taskId,
      task: { workspaceId: scope.workspaceId },
      AND: beyond(after, "desc"),
    },
    include: { repository: { select: { fullName: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}
