import { db } from "@/lib/platform/database";
import type { Contribution } from "@/lib/teams/profiling/rules";

/*
 * Over all workspaces, as the requirements have it ("Authentication", 7): what leaves here are sums. A repository that
 * several workspaces adopted, or that was forked, holds the same commits more than once; each counts once.
 */

/** What each of these developers changed, in one query; who has no commit is not in it. */
export async function listContributions(developerIds: string[]): Promise<Contribution[]> {
  return db().$queryRaw<Contribution[]>`
    WITH own AS (
      SELECT DISTINCT ON (sha) developer_id, additions, deletions, languages
      FROM repository_commit WHERE developer_id = ANY(${developerIds}::uuid[])
      ORDER BY sha, id
    ), language AS (
      SELECT developer_id, jsonb_object_agg(name, lines) AS lines
      FROM (SELECT developer_id, l.key AS name, sum(l.value::numeric) AS lines
            FROM own, jsonb_each_text(languages) AS l GROUP BY developer_id, l.key) AS each
      GROUP BY developer_id
    ), change AS (
      SELECT developer_id, count(*) AS commits, sum(additions) AS additions, sum(deletions) AS deletions
      FROM own GROUP BY developer_id
    )
    SELECT developer_id::text AS "developerId", commits::float8, additions::float8, deletions::float8,
           coalesce(language.lines, '{}') AS "linesByLanguage"
    FROM change LEFT JOIN language USING (developer_id)
    ORDER BY commits DESC, developer_id`;
}

export type Velocity = { commits: number; additions: number; deletions: number; mergedPullRequests: number };

/** What these developers committed and had merged between two times, in one query. */
export async function findVelocity(developerIds: string[], since: Date, until: Date): Promise<Velocity> {
  const [row] = await db().$queryRaw<Velocity[]>`
    SELECT count(*)::float8 AS commits, coalesce(sum(additions), 0)::float8 AS additions,
           coalesce(sum(deletions), 0)::float8 AS deletions,
           (SELECT count(DISTINCT (r.external_id, p.number))
            FROM repository_pull_request p JOIN workspace_repository r ON r.id = p.repository_id
            WHERE p.developer_id = ANY(${developerIds}::uuid[]) AND p.state = 'merged'
              AND p.merged_at BETWEEN ${since}::timestamptz AND ${until}::timestamptz
           )::float8 AS "mergedPullRequests"
    FROM (SELECT DISTINCT ON (sha) additions, deletions FROM repository_commit
          WHERE developer_id = ANY(${developerIds}::uuid[])
            AND committed_at BETWEEN ${since}::timestamptz AND ${until}::timestamptz
          ORDER BY sha, id) AS own`;
  return row ?? { commits: 0, additions: 0, deletions: 0, mergedPullRequests: 0 };
}
