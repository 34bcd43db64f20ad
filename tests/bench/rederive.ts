import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { withDatabase } from "@/tests/bench/database";
import { drive, enrolUploaders, eventsPerSecond, noSide, serviceSender } from "@/tests/bench/uploads";
import { startService } from "@/tests/support/service";

/*
 * How fast stored samples are derived again by 2,000 rules that a workspace put in force, 50 of them title patterns: the
 * whole job with its reading and writing, started again at once as the engine does. Every third sample gets another
 * category. Then, through the whole service, how many uploads it takes meanwhile: the same load in turns, alone and
 * beside such a replay of one person's samples.
 */

const PEOPLE = 4;
const SAMPLES_PER_PERSON = 15_000;
const RULES = 2_000;
const PATTERNS = 50;
const REPLAYED_SAMPLES = 120_000;
const UPLOADERS = 200;
const UPLOADS_AT_ONCE = 4;
const MEASURED_S = 4;
const TURNS = 3;
const POLL_MS = 50;

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

const SEED = `
  INSERT INTO tracker_event_sample (client_seq, ts, received_at, device_id, developer_id, project_id, key_events, interval_s,
  event_id, app_name, bundle_id, window_title, url, file_path, branch)
  SELECT n, now() - n * interval '60 s', now(), $1, $2, $3, 20, 60, n::text,
  CASE n % 3 WHEN 0 THEN 'Google Chrome' WHEN 1 THEN 'Code' ELSE 'Slack' END,
  CASE n % 3 WHEN 0 THEN 'chrome.exe' WHEN 1 THEN 'Code.exe' ELSE 'slack.exe' END,
  'sprint week ' || n % 211 || ' - Acme', CASE n % 3 WHEN 0 THEN 'https://acme.example/shop/' || n % 97 END,
  CASE n % 3 WHEN 1 THEN '~/src/acme/lib/file' || n % 53 || '.ts' END, CASE n % 3 WHEN 1 THEN 'main' END
  FROM generate_series(1, $4::int) n`;

async function measure(): Promise<number> {
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
    await pool().query(SEED, [deviceId, developerId, projectId, SAMPLES_PER_PERSON]);
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
    "VACUUM ANALYZE tracker_event_sample, tracker_derivation, tracker_bucket, tracker_dirty_bucket",
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
  return samples / tookS;
}

type Replay = { status: string; samples_done: number };

/** How many samples a second are uploaded beside a replay, as a share of how many are without one. */
async function measureUploads(): Promise<number> {
  const service = await startService();
  const client = new pg.Client({ connectionString: service.databaseUrl });
  try {
    await client.connect();
    const sender = serviceSender(service.baseUrl, await enrolUploaders(client, UPLOADERS), UPLOADS_AT_ONCE);
    const [ruled] = await enrolUploaders(client, 1);
    if (!ruled) throw new Error("nobody has rules");
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${service.baseUrl}/api/v1/tracker/rules${path}`, {
        method,
        headers: { authorization: `Bearer ${ruled.token}`, "content-type": "application/json" },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as { replay: Replay | null };
    };
    const isReplaying = async () => (await ask("GET", "")).replay?.status === "running";
    await client.query(SEED, [ruled.deviceId, ruled.developerId, ruled.projectId, REPLAYED_SAMPLES]);
    const given = rules().map(({ id: _, ...rule }) => rule);
    const [alone, beside] = [noSide(), noSide()];
    await drive(noSide(), MEASURED_S, UPLOADS_AT_ONCE, sender.send);
    for (let turn = 0; turn < TURNS; turn++) {
      await drive(alone, MEASURED_S, UPLOADS_AT_ONCE, sender.send);
      // Other rules each time: those in force already would change nothing.
      await ask("POST", ":import", { mode: "replace", rules: given.slice(turn) });
      await ask("POST", ":apply");
      while (((await ask("GET", "")).replay?.samples_done ?? 0) === 0) await sleep(POLL_MS);
      await drive(beside, MEASURED_S, UPLOADS_AT_ONCE, sender.send);
      if (!(await isReplaying()))
        throw new Error("The replay ended before the uploads: give it more samples");
      await ask("POST", ":cancel");
    }
    await sender.close();
    console.log(
      `uploads: alone_per_s=${Math.round(eventsPerSecond(alone))} beside_per_s=${Math.round(eventsPerSecond(beside))}`,
    );
    return eventsPerSecond(beside) / eventsPerSecond(alone);
  } finally {
    await client.end();
    await service.stop();
  }
}

export default async function rederive(): Promise<void> {
  let perS = Number.NaN;
  await withDatabase(async () => {
    perS = await measure();
  });
  const ratio = await measureUploads();
  console.log(`rederive: samples_per_s=${Math.round(perS)} ingest_ratio=${ratio.toFixed(2)} rules=${RULES}`);
}
