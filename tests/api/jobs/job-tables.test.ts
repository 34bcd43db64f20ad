import { describe, expect, it } from "vitest";
import { pool } from "@/lib/platform/database";

/*
 * The job engine calls these tables private: a version of it may change them without a word. Whoever raises its version
 * finds here what of them our statements (lib/jobs, lib/health, lib/metrics, lib/operators, lib/webhooks/sending, and
 * `enqueue_job` in prisma/migrations) rely on.
 */

async function columnsOf(table: string): Promise<Record<string, string>> {
  const { rows } = await pool().query<{ name: string; type: string }>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
       || CASE WHEN a.attgenerated = 's' THEN ' as ' || pg_get_expr(d.adbin, d.adrelid) ELSE '' END AS type
     FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE a.attrelid = ('graphile_worker.' || $1)::regclass AND a.attnum > 0 AND NOT a.attisdropped`,
    [table],
  );
  return Object.fromEntries(rows.map(({ name, type }) => [name, type]));
}

async function indexesOf(table: string): Promise<string[]> {
  const { rows } = await pool().query<{ definition: string }>(
    `SELECT regexp_replace(indexdef, '^(CREATE (UNIQUE )?INDEX).* USING ', '\\1 ') AS definition
     FROM pg_indexes WHERE schemaname = 'graphile_worker' AND tablename = $1`,
    [table],
  );
  return rows.map(({ definition }) => definition);
}

describe("the tables of the job engine", () => {
  it("store each job with the columns that we read, filter by and change", async () => {
    expect(await columnsOf("_private_jobs")).toMatchObject({
      id: "bigint not null",
      task_id: "integer not null",
      job_queue_id: "integer",
      payload: "json not null",
      priority: "smallint not null",
      run_at: "timestamp with time zone not null",
      attempts: "smallint not null",
      max_attempts: "smallint not null",
      last_error: "text",
      created_at: "timestamp with time zone not null",
      updated_at: "timestamp with time zone not null",
      key: "text",
      locked_at: "timestamp with time zone",
      locked_by: "text",
      flags: "jsonb",
    });
  });

  it("tell whether a job may be fetched: until it is locked or has used up its attempts", async () => {
    const { is_available } = await columnsOf("_private_jobs");
    expect(is_available).toBe("boolean not null as ((locked_at IS NULL) AND (attempts < max_attempts))");
  });

  it("find available jobs by priority and time, and a job by its key, without reading others", async () => {
    expect(await indexesOf("_private_jobs")).toEqual(
      expect.arrayContaining([
        "CREATE INDEX btree (priority, run_at) INCLUDE (id, task_id, job_queue_id) WHERE (is_available = true)",
        "CREATE UNIQUE INDEX btree (key)",
        "CREATE UNIQUE INDEX btree (id)",
      ]),
    );
  });

  it("name the kinds of jobs, the queues and the schedules", async () => {
    expect(await columnsOf("_private_tasks")).toMatchObject({
      id: "integer not null",
      identifier: "text not null",
    });
    expect(await columnsOf("_private_job_queues")).toMatchObject({
      id: "integer not null",
      locked_by: "text",
    });
    expect(await columnsOf("_private_known_crontabs")).toMatchObject({
      identifier: "text not null",
      known_since: "timestamp with time zone not null",
      last_execution: "timestamp with time zone",
    });
    expect(await indexesOf("_private_known_crontabs")).toContain("CREATE UNIQUE INDEX btree (identifier)");
  });

  it("have functions that add a job and that free those of dead workers", async () => {
    const { rows } = await pool().query<{ name: string; takes: string; gives: string }>(
      `SELECT proname AS name, pg_get_function_identity_arguments(oid) AS takes, prorettype::regtype::text AS gives
       FROM pg_proc WHERE pronamespace = 'graphile_worker'::regnamespace
         AND proname IN ('add_job', 'force_unlock_workers') ORDER BY proname`,
    );
    expect(rows).toEqual([
      {
        name: "add_job",
        takes:
          "identifier text, payload json, queue_name text, run_at timestamp with time zone, max_attempts integer, job_key text, priority integer, flags text[], job_key_mode text",
        gives: "graphile_worker._private_jobs",
      },
      { name: "force_unlock_workers", takes: "worker_ids text[]", gives: "void" },
    ]);
  });
});
