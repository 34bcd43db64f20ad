import { randomUUID } from "node:crypto";
import { withDatabase } from "@/tests/bench/database";

/*
 * How fast what is held is derived again by 2,000 rules that a workspace put in force, 50 of them patterns of titles: the
 * whole job with its reading and writing, a run started again at once as the engine does. Every third sample gets another
 * category.
 */

const PEOPLE = 4;
const SAMPLES_PER_PERSON = 15_000;
const RULES = 2_000;
const PATTERNS = 50;

function rules() {
  return Array.from({ length: RULES }, (_, n) => {
    const id = randomUUID();
    if (n < PATTERNS)
      return { id, kind: "title~", value: `(sprint|week) ${n} (review|plan)+`, category: "plan" };
    if (n === PATTERNS) return { id, kind: "host", value: "acme.example/shop", category: "biz.crm" };
    const kind = ["host", "path", "bundle", "repository"][n % 4] ?? "host";
    const values = {
      host: `h${n}.example`,
      path: `~/src/p${n}`,
      bundle: `com.p${n}.app`,
      repository: `acme/r${n}`,
    };
    return { id, kind, value: values[kind as keyof typeof values], category: "learn" };
  });
}

async function measure(): Promise<void> {
  const { closeDatabase, pool } = await import("@/lib/platform/database");
  const { rederiveJob } = await import("@/lib/tracker/rules/jobs");
  const [workspaceId, projectId, ruleSetId] = [randomUUID(), randomUUID(), randomUUID()];
  await pool().query(
    "INSERT INTO workspace (id, name, slug, updated_at) VALUES ($1, 'Bench', 'bench', now())",
    [workspaceId],
  );
  await pool().query(
    `INSERT INTO project (id, workspace_id, name, slug, key, updated_at) VALUES ($1, $2, 'Bench', 'bench', 'BEN', now())`,
    [projectId, workspaceId],
  );
  for (let person = 0; person < PEOPLE; person++) {
    const [developerId, deviceId] = [randomUUID(), randomUUID()];
    await pool().query(
      "INSERT INTO developer (id, name, email, updated_at) VALUES ($1, 'Bench', $2, now())",
      [developerId, `${developerId}@example.com`],
    );
    await pool().query(
      "INSERT INTO tracker_device (id, developer_id, project_id, enrolled_at) VALUES ($1, $2, $3, now())",
      [deviceId, developerId, projectId],
    );
    await pool().query(
      `INSERT INTO tracker_sample (client_seq, ts, received_at, device_id, developer_id, project_id, key_events, interval_s,
         event_id, app_name, bundle_id, window_title, url, file_path, branch)
       SELECT n, now() - n * interval '60 s', now(), $1, $2, $3, 20, 60, n::text,
         CASE n % 3 WHEN 0 THEN 'Google Chrome' WHEN 1 THEN 'Code' ELSE 'Slack' END,
         CASE n % 3 WHEN 0 THEN 'chrome.exe' WHEN 1 THEN 'Code.exe' ELSE 'slack.exe' END,
         'sprint week ' || n % 211 || ' - Acme', CASE n % 3 WHEN 0 THEN 'https://acme.example/shop/' || n % 97 END,
         CASE n % 3 WHEN 1 THEN '~/src/acme/lib/file' || n % 53 || '.ts' END, CASE n % 3 WHEN 1 THEN 'main' END
       FROM generate_series(1, $4::int) n`,
      [deviceId, developerId, projectId, SAMPLES_PER_PERSON],
    );
  }
  const begin = async (version: number) => {
    const applied = JSON.stringify(version === 1 ? [] : rules());
    await pool().query(
      `INSERT INTO tracker_rule_set (id, workspace_id, draft, applied, version) VALUES ($1, $2, $3, $3, $4)
       ON CONFLICT (id) DO UPDATE SET applied = EXCLUDED.applied, version = EXCLUDED.version`,
      [ruleSetId, workspaceId, applied, version],
    );
    await pool().query(
      `INSERT INTO tracker_replay (rule_set_id, version, status, started_at) VALUES ($1, $2, 'running', now())
       ON CONFLICT (rule_set_id) DO UPDATE SET version = EXCLUDED.version, status = 'running', developer_id = NULL,
         before = NULL, samples_done = 0`,
      [ruleSetId, version],
    );
  };
  const replay = async () => {
    while (await rederiveJob.handler({ rule_set_id: ruleSetId }, { now: new Date() }));
  };
  await begin(1);
  await replay();
  await pool().query(
    "VACUUM ANALYZE tracker_sample, tracker_derivation, tracker_bucket, tracker_dirty_bucket",
  );
  await begin(2);
  const began = performance.now();
  await replay();
  const tookS = (performance.now() - began) / 1_000;
  const { rows } = await pool().query<{ moved: number }>(
    "SELECT count(*)::int AS moved FROM tracker_derivation WHERE category = 'biz.crm'",
  );
  await closeDatabase();
  const samples = PEOPLE * SAMPLES_PER_PERSON;
  console.log(`${samples} samples in ${tookS.toFixed(1)} s, ${rows[0]?.moved} of them moved`);
  console.log(`rederive: samples_per_s=${Math.round(samples / tookS)} rules=${RULES}`);
}

export default function rederive(): Promise<void> {
  return withDatabase(measure);
}
