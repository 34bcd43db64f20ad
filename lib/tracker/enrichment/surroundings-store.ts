import { pool } from "@/lib/platform/database";
import type { Mention, TaskExists } from "@/lib/tracker/enrichment/attribution-rules";
import type { Span } from "@/lib/tracker/enrichment/corrections-in-force";
import { OWN_WORK_S, REPOSITORY_LINKS_READ_MAX, REPOSITORY_SHARE_MIN } from "@/lib/tracker/enrichment/limits";
import type { Adopted, OwnWork } from "@/lib/tracker/enrichment/mention-rules";

/** The projects that a developer's samples may belong to in one workspace, by key, and the keys by id. */
export type Joined = {
  workspaceId: string;
  keys: ReadonlyMap<string, string>;
  keyOf: ReadonlyMap<string, string>;
};

/**
 * The projects that a developer's samples may belong to, by the project their device was bound to: those that the
 * developer is a member of in that project's workspace, while they are an active member of it.
 */
export async function findJoined(
  developerIds: readonly string[],
  boundProjectIds: readonly string[],
): Promise<(developerId: string, boundProjectId: string) => Joined | undefined> {
  const { rows } = await pool().query<{
    developerId: string;
    boundProjectId: string;
    workspaceId: string;
    key: string;
    projectId: string;
  }>(
    `WITH bound AS MATERIALIZED (
       SELECT id, workspace_id FROM project WHERE id = ANY($2::uuid[])
     ), joined AS MATERIALIZED (
       SELECT pm.developer_id, p.workspace_id, p.key, p.id
       FROM project_member pm JOIN project p ON p.id = pm.project_id AND p.is_active
       WHERE pm.developer_id = ANY($1::uuid[])
     )
     SELECT m.developer_id AS "developerId", bound.id AS "boundProjectId", j.workspace_id AS "workspaceId", j.key,
       j.id AS "projectId"
     FROM joined j
     JOIN workspace_member m
       ON m.workspace_id = j.workspace_id AND m.developer_id = j.developer_id AND m.status = 'active'
     JOIN bound ON bound.workspace_id = j.workspace_id`,
    [[...new Set(developerIds)], [...new Set(boundProjectIds)]],
  );
  const found = new Map<
    string,
    { workspaceId: string; keys: Map<string, string>; keyOf: Map<string, string> }
  >();
  for (const { developerId, boundProjectId, workspaceId, key, projectId } of rows) {
    const pair = `${developerId} ${boundProjectId}`;
    const joined = found.get(pair) ?? { workspaceId, keys: new Map(), keyOf: new Map() };
    found.set(pair, joined);
    joined.keys.set(key, projectId);
    joined.keyOf.set(projectId, key);
  }
  return (developerId, boundProjectId) => found.get(`${developerId} ${boundProjectId}`);
}

/** An adopted repository of a workspace; `name` is `fullName` in lower case. */
type AdoptedRow = Adopted & { id: string; workspaceId: string; name: string };

/**
 * The repositories with the given names that the projects' workspaces adopted, each with the project of most of the
 * tasks named by its latest commits, issues and pull requests.
 */
export async function findAdopted(
  boundProjectIds: readonly string[],
  names: readonly string[],
): Promise<AdoptedRow[]> {
  if (names.length === 0) return [];
  const { rows } = await pool().query<AdoptedRow>(
    `SELECT r.id, r.workspace_id AS "workspaceId", lower(r.full_name) AS name, r.full_name AS "fullName",
       theirs.project_id AS "projectId"
     FROM workspace_repository r
     LEFT JOIN LATERAL (
       SELECT project_id FROM (
         SELECT t.project_id, count(*) AS named, sum(count(*)) OVER () AS of
         FROM (
           SELECT l.task_id FROM task_link l WHERE l.repository_id = r.id
           ORDER BY l.created_at DESC, l.id DESC LIMIT $3
         ) last JOIN task t ON t.id = last.task_id
         GROUP BY t.project_id
       ) projects WHERE named >= of * $4::float8 ORDER BY project_id LIMIT 1
     ) theirs ON true
     WHERE r.workspace_id = ANY(ARRAY(SELECT p.workspace_id FROM project p WHERE p.id = ANY($1::uuid[])))
       AND lower(r.full_name) = ANY($2::text[])`,
    [[...new Set(boundProjectIds)], [...new Set(names)], REPOSITORY_LINKS_READ_MAX, REPOSITORY_SHARE_MIN],
  );
  return rows;
}

/** A developer's own commit or pull request in an adopted repository; times in seconds since 1970. */
type OwnWorkRow = { developerId: string; workspaceId: string; name: string } & Omit<OwnWork, "repository">;

/** The commits that developers made, and their pull requests that were opened or merged, close to the given spans. */
export async function findOwnWork(spans: readonly Span[]): Promise<OwnWorkRow[]> {
  if (spans.length === 0) return [];
  const { rows } = await pool().query<OwnWorkRow>(
    `WITH span AS MATERIALIZED (
       SELECT developer_id, to_timestamp(min(starts)) AS starts, to_timestamp(max(ends)) AS ends
       FROM unnest($1::uuid[], $2::float8[], $3::float8[]) AS u(developer_id, starts, ends) GROUP BY developer_id
     ), work AS (
       SELECT c.developer_id, c.repository_id, c.committed_at AS at, NULL AS branch, c.message AS text
       FROM span JOIN repository_commit c
         ON c.developer_id = span.developer_id AND c.committed_at BETWEEN span.starts AND span.ends
       UNION ALL
       SELECT p.developer_id, p.repository_id, moment.at, p.branch, p.title
       FROM span JOIN repository_pull_request p ON p.developer_id = span.developer_id
       CROSS JOIN LATERAL (VALUES (p.opened_at), (p.merged_at)) AS moment(at)
       WHERE moment.at BETWEEN span.starts AND span.ends
     )
     SELECT work.developer_id AS "developerId", r.workspace_id AS "workspaceId", lower(r.full_name) AS name,
       floor(extract(epoch FROM work.at))::float8 AS at, work.branch, left(work.text, 300) AS text
     FROM work JOIN workspace_repository r ON r.id = work.repository_id
     ORDER BY work.at, r.id, work.text`,
    [
      spans.map(({ developerId }) => developerId),
      spans.map(({ from }) => from - OWN_WORK_S),
      spans.map(({ to }) => to + OWN_WORK_S),
    ],
  );
  return rows;
}

/** The tasks that issues and pull requests of repositories are linked to, those they fix first. */
export async function findLinkedTasks(
  pages: readonly { repositoryId: string; number: number }[],
): Promise<{ repositoryId: string; page: number; projectId: string; number: number }[]> {
  if (pages.length === 0) return [];
  const { rows } = await pool().query<{
    repositoryId: string;
    page: number;
    projectId: string;
    number: number;
  }>(
    `SELECT l.repository_id AS "repositoryId", l.ref::int AS page, t.project_id AS "projectId", t.number
     FROM unnest($1::uuid[], $2::text[]) AS named(repository_id, ref)
     JOIN task_link l ON l.repository_id = named.repository_id AND l.ref = named.ref AND l.kind <> 'commit'
     JOIN task t ON t.id = l.task_id
     ORDER BY l.is_fix DESC, t.project_id, t.number`,
    [pages.map(({ repositoryId }) => repositoryId), pages.map(({ number }) => String(number))],
  );
  return rows;
}

/** The workspaces of projects, by project id. */
export async function findWorkspacesOf(projectIds: readonly string[]): Promise<Map<string, string>> {
  if (projectIds.length === 0) return new Map();
  const { rows } = await pool().query<{ id: string; workspaceId: string }>(
    `SELECT id, workspace_id AS "workspaceId" FROM project WHERE id = ANY($1::uuid[])`,
    [projectIds],
  );
  return new Map(rows.map(({ id, workspaceId }) => [id, workspaceId]));
}

/** Which of the mentioned tasks exist. */
export async function findTasks(mentions: readonly Mention[]): Promise<TaskExists> {
  const tasks = mentions.filter(({ taskNumber }) => taskNumber !== null);
  const named = new Map(tasks.map((mention) => [`${mention.projectId} ${mention.taskNumber}`, mention]));
  if (named.size === 0) return () => false;
  const { rows } = await pool().query<{ task: string }>(
    `SELECT t.project_id || ' ' || t.number AS task
     FROM unnest($1::uuid[], $2::int[]) AS named(project_id, number)
     JOIN task t ON t.project_id = named.project_id AND t.number = named.number`,
    [
      Array.from(named.values(), ({ projectId }) => projectId),
      Array.from(named.values(), ({ taskNumber }) => taskNumber),
    ],
  );
  const existing = new Set(rows.map(({ task }) => task));
  return (projectId, taskNumber) => existing.has(`${projectId} ${taskNumber}`);
}
